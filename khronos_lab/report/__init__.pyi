from .dataset import dataset_html as dataset_html
from .dataset import standard_answers as standard_answers
from .game import story_html as story_html
from .page import BOARD_COLOURS as BOARD_COLOURS
from .page import picture as picture
from .review import review_section as review_section
