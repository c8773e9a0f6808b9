// Asking ahead: what the kernel shall draw and write before it is needed.

const AHEAD = 120; // frames asked for before they are needed

function addAhead(view) {
  const { model, store, bitmaps, here } = view;
  const { fail } = view.alert;

  const look = () => [model.get("view"), model.get("language"), here.width, here.ratio];
  const pictureKey = (index) => [model.get("line"), ...look(), index].join("|");
  const wordsKey = (index) =>
    [model.get("line"), model.get("language"), model.get("eyes"), index].join("|");

  function neighbours() {
    const found = [];
    for (const unit of [...UNITS, ...JUMPS]) {
      for (const way of ["forward", "back"]) found.push(view.target(`${unit}.${way}`));
    }
    return found.filter((index) => index !== null);
  }
  // Decode what will be shown next.
  function prepare() {
    const ahead = model.get("playing") ? 8 : 3;
    for (let n = 1; n <= ahead; n += 1) bitmaps.make(pictureKey(here.index + n))?.catch(fail);
    bitmaps.make(pictureKey(here.index - 1))?.catch(fail);
    if (!model.get("playing")) {
      for (const index of neighbours()) bitmaps.make(pictureKey(index))?.catch(fail);
    }
  }
  function* plan() {
    const { index } = here;
    yield index;
    for (let n = 1; n <= 6; n += 1) yield index + n;
    if (!model.get("playing")) {
      yield index - 1;
      yield index - 2;
      yield* neighbours();
    }
    for (let n = 7; n <= AHEAD; n += 1) yield index + n;
    for (let n = 3; n <= 10; n += 1) yield index - n;
  }
  function lacks(index) {
    const picture = pictureKey(index);
    const words = wordsKey(index);
    const needs = [
      !store.pictures.has(picture) && !store.awaited.has(picture),
      !store.said.has(words) && !store.awaited.has(words),
    ];
    return needs[0] || needs[1] ? needs : null;
  }
  function feed() {
    if (!here.width || !here.visible) return;
    const urgent = lacks(here.index);
    // While the user is at it, ask for one frame at a time, so that what he wants next need not
    // wait for others; a film has two requests on the way, so that the kernel never waits.
    const busy = performance.now() - here.touched < 800 && !model.get("playing");
    if (!urgent && store.outstanding >= (model.get("playing") ? 2 : 1)) return;
    const most = urgent || busy ? 1 : model.get("playing") ? 4 : 2;
    const items = [];
    const seen = new Set();
    const last = model.get("last");
    for (const index of plan()) {
      if (items.length >= most) break;
      if (index < 0 || index > last || seen.has(index)) continue;
      seen.add(index);
      const needs = lacks(index);
      if (needs) items.push([index, ...needs]);
    }
    if (items.length) want(items);
  }
  function want(items) {
    const keyed = { line: model.get("line"), look: look(), eyes: model.get("eyes") };
    const keys = (index) => ({
      picture: [keyed.line, ...keyed.look, index].join("|"),
      words: [keyed.line, keyed.look[1], keyed.eyes, index].join("|"),
    });
    const awaited = items.flatMap(([index, picture, words]) => [
      ...(picture ? [keys(index).picture] : []),
      ...(words ? [keys(index).words] : []),
    ]);
    const line = view.branches();
    const content = { kind: "want", look: keyed.look, line, eyes: keyed.eyes, items };
    store.ask(content, { keys, awaited });
  }
  // How many frames from here on are at hand.
  function countAhead() {
    let ahead = 0;
    while (store.pictures.has(pictureKey(here.index + ahead + 1))) ahead += 1;
    view.page.root.dataset.ahead = ahead;
  }
  Object.assign(view, { look, pictureKey, wordsKey, prepare, feed, countAhead });
}
