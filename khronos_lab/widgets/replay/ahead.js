// Asking ahead: what the kernel shall draw and write before it is needed.

const AHEAD = 120; // frames asked for before they are needed
const AHEAD_OF_A_FILM = 240;
const BEHIND = 30;
const SAFE = 60; // frames at hand with which a film need not hurry
const DRAG = 300; // milliseconds after which a slider that was dragged is taken to rest
const READY = 3; // frames decoded before they are shown
const READY_FOR_A_FILM = 24;

function addAhead(view) {
  const { model, store, bitmaps, here } = view;
  const { fail } = view.alert;
  let dragged = null;

  const playing = () => model.get("playing");
  const look = () => [model.get("view"), model.get("language"), here.width, here.ratio];
  const shownTo = () => ({ eyes: model.get("eyes"), coins: model.get("coins") });
  // After an edit, another line may have the same name.
  const line = () => `${model.get("edition")}:${model.get("line")}`;
  // What the keys of all frames begin with as long as nothing else is chosen.
  const keys = () => ({
    picture: `${[line(), ...look()].join("|")}|`,
    words: `${[line(), model.get("language"), ...Object.values(shownTo())].join("|")}|`,
  });
  const pictureKey = (index) => keys().picture + index;
  const wordsKey = (index) => keys().words + index;

  function neighbours() {
    const found = [];
    for (const unit of [...UNITS, ...JUMPS]) {
      for (const way of ["forward", "back"]) found.push(view.target(`${unit}.${way}`));
    }
    return found.filter((index) => index !== null);
  }
  // The frames that will be wanted, the likeliest first: it goes on the way it went, and a film
  // may begin anywhere.
  function* plan(near, forward, back) {
    const { index } = here;
    const on = playing() || here.way > 0;
    const way = on ? 1 : -1;
    yield index;
    for (let n = 1; n <= near; n += 1) yield index + way * n;
    if (!playing()) {
      yield index - way;
      yield index - way * 2;
      yield* neighbours();
    }
    for (let n = near + 1; n <= (on ? forward : back); n += 1) yield index + way * n;
    for (let n = 1; n <= (on ? back : forward); n += 1) yield index - way * n;
  }
  // Decode what will be shown next.
  function prepare() {
    const { picture } = keys();
    const ready = playing() ? READY_FOR_A_FILM : READY;
    let room = bitmaps.room;
    for (const index of plan(ready, 0, 0)) {
      if ((room -= 1) < 0) break;
      bitmaps.make(picture + index)?.catch(fail);
    }
  }
  function lacking(known, index) {
    const lacks = (kept, key) =>
      !kept.has(key) && !store.awaited.has(key) && !store.refused.has(key);
    const needs = [
      lacks(store.pictures, known.picture + index),
      lacks(store.said, known.words + index),
    ];
    return needs[0] || needs[1] ? needs : null;
  }
  function feed() {
    if (!here.width || !here.visible) return;
    const known = keys();
    const urgent = lacking(known, here.index) !== null;
    // A computer with few cores unpacks a picture slowly while the kernel draws the next one. And
    // whoever drags the slider wants to be anywhere in a moment: nothing shall be in his way.
    if (!urgent && !playing() && (dragged !== null || !view.isShown())) return;
    // What the user waits for is asked for at once. But whoever drags the slider passes by frames
    // that he does not want to see: with two on the way the last place he came to is the next.
    const most = urgent || playing() ? 2 : 1;
    if (store.underWay(urgent) >= most) return;
    // One frame at a time, so that what the user wants next waits for one other at most: the kernel
    // cannot be stopped in the middle of a message. A film that runs short has more on the way, so
    // that the kernel never waits.
    const wanted = urgent || !playing() ? 1 : 4;
    const items = [];
    const seen = new Set();
    const last = model.get("last");
    for (const index of plan(6, playing() ? AHEAD_OF_A_FILM : AHEAD, BEHIND)) {
      if (items.length >= wanted) break;
      if (index < 0 || index > last || seen.has(index)) continue;
      seen.add(index);
      const needs = lacking(known, index);
      if (!needs) continue;
      items.push([index, ...needs]);
      if (Math.abs(index - here.index) > SAFE) break;
    }
    if (items.length) want(items, known, urgent);
  }
  function want(items, known, urgent) {
    const awaited = items.flatMap(([index, picture, words]) => [
      ...(picture ? [known.picture + index] : []),
      ...(words ? [known.words + index] : []),
    ]);
    const content = { look: look(), line: view.branches(), ...shownTo(), items };
    const keysOf = (index) => ({ picture: known.picture + index, words: known.words + index });
    store.ask({ kind: "want", ...content }, { keys: keysOf, awaited, urgent });
  }
  function drag() {
    clearTimeout(dragged);
    dragged = setTimeout(
      view.guarded(() => {
        dragged = null;
        feed();
      }),
      DRAG,
    );
  }
  view.ending(() => clearTimeout(dragged));
  // How many frames from here on are at hand.
  function countAhead() {
    const { picture } = keys();
    let ahead = 0;
    while (store.pictures.has(picture + (here.index + ahead + 1))) ahead += 1;
    view.page.root.dataset.ahead = ahead;
  }
  Object.assign(view, { look, shownTo, pictureKey, wordsKey, prepare, feed, drag, countAhead });
}
