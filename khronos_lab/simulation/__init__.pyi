from .evaluation import evaluated as evaluated
from .ladders import Ladder as Ladder
from .ladders import ladder as ladder
from .plan import Seats as Seats
from .plan import planned as planned
<<<<<<< HEAD
from .pools import process_pool as process_pool
from .pools import processors as processors
from .progress_bar import Bar as Bar
from .progress_bar import new_bar as new_bar
from .review import review_beside as review_beside
=======
from .review import jobs_of as jobs_of
>>>>>>> main
from .review import review_game as review_game
from .review import review_last_turn as review_last_turn
from .review import reviews as reviews
from .review import tried_turn as tried_turn
from .review import turns_of as turns_of
from .run import Report as Report
from .run import announced as announced
from .run import error_text as error_text
from .run import own_version as own_version
from .run import play_again as play_again
from .run import record_of as record_of
from .run import resume as resume
from .run import simulate as simulate
from .run import simulations_with_records as simulations_with_records
from .run import tell as tell
from .workers import Bar as Bar
from .workers import dask_client as dask_client
from .workers import new_bar as new_bar
from .workers import process_pool as process_pool
from .workers import processors as processors
