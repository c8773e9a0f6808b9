// The page as a whole: playing, showing, links, controls, keys, languages.

// ---------------------------------------------------------------- playing, showing, linking

function show() {
  const table = scene(at.line, at.frame), here = step(), last = path().length;
  drawBoards(table);
  drawWords();
  drawPlayers(table);
  drawSquare(table);
  markMove();
  if (curve.line === at.line) moveCursor(); else drawCurve();
  follow();
  $("slider").max = last;
  $("slider").value = at.frame;
  $("slider").setAttribute("aria-valuetext", `${say("panel-step")} ${at.frame}: ${caption()}`);
  $("place").textContent = `${say("panel-step")} ${at.frame} / ${last}${here ? ` · ${here.move.turn}` : ""}`;
  for (const id of ["start", "turn-back", "action-back", "effect-back"]) $(id).disabled = at.frame === 0;
  for (const id of ["end", "turn-forward", "action-forward", "effect-forward"]) $(id).disabled = at.frame === last;
  clearTimeout(show.timer);
  // Browsers refuse an address that changes too often, so it follows when nothing moves.
  show.timer = setTimeout(() => history.replaceState(null, "", `#${at.line ? `line=${at.line}&` : ""}step=${at.frame}`), 400);
}

function play() {
  if (at.timer) { pause(); return; }
  if (at.frame === path().length) go(0);
  at.timer = setInterval(() => {
    go(at.frame + 1);
    if (at.frame === path().length) pause();
  }, 1000 / Number($("speed").value));
  drawPlayButton();
}

function pause() {
  clearInterval(at.timer);
  at.timer = 0;
  drawPlayButton();
}

function drawPlayButton() {
  const word = at.timer ? "pause" : "play", button = $("play");
  button.replaceChildren(icon(16, 1, [svg("path", { d: at.timer ? "M.1 0h.3v1h-.3zM.6 0h.3v1h-.3z" : "M.15 0L1 .5L.15 1z" })]));
  button.dataset.tip = word;
  label(button);
  // Whoever listens would hear sentences cut short while the game is playing.
  $("caption").setAttribute("aria-live", at.timer ? "off" : "polite");
}

function label(node) {
  node.title = say("tip-" + node.dataset.tip);
  node.setAttribute("aria-label", node.title);
}

function followLink() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const line = Number(asked.get("line")) || 0, frame = Number(asked.get("step")) || 0;
  if (data.lines[line]) go(frame, line); else go(0, 0);
}

// ---------------------------------------------------------------- setting up

const TRIANGLES = { start: -9, "turn-back": -3, "action-back": -2, "effect-back": -1, "effect-forward": 1, "action-forward": 2, "turn-forward": 3, end: 9 };

function drawControls() {
  for (const [id, sign] of Object.entries(TRIANGLES)) {
    const count = Math.abs(sign) === 9 ? 1 : Math.abs(sign), way = Math.sign(sign);
    let d = Math.abs(sign) === 9 ? "M1.1 .1h.18v.8h-.18z" : "";
    for (let n = 0; n < count; n++) d += `M${.5 + n * .5 - count * .25} .1l.55 .4l-.55 .4z`;
    const sized = svg("g", { transform: way < 0 ? "translate(1.6 0) scale(-1 1)" : "" }, [svg("path", { d })]);
    $(id).replaceChildren(icon(16, 1.6, [sized]));
    const sort = id.split("-")[0];
    $(id).onclick = () => { if (sort in { start: 1, end: 1 }) { pause(); go(way < 0 ? 0 : path().length); } else stepBy(sort, way); };
  }
  $("play").onclick = play;
  $("speed").onchange = () => { if (at.timer) { pause(); play(); } };
  $("slider").oninput = (event) => { pause(); go(Number(event.target.value)); };
  $("jump").onchange = (event) => {
    jumpTo(event.target.value, 1);
    event.target.value = "";
  };
  $("main-line").onclick = () => { pause(); go(data.lines[at.line].offset, 0); };
  $("boards").addEventListener("click", pick);
  $("square").querySelector(".close").onclick = () => { at.square = null; show(); };
  $("language").onchange = (event) => speak(Number(event.target.value));
  $("curve").onpointerdown = $("curve").onpointermove = (event) => {
    if (event.type === "pointermove" && !event.buttons) return;
    const spot = event.clientX - $("curve").getBoundingClientRect().left;
    pause();
    go(Math.round((spot - 26) / (curve.width - 36) * curve.steps));
  };
  $("save").hidden = false;
  $("save").onclick = save;
}

const KEYS = {
  ArrowLeft: () => stepBy("effect", -1), ArrowRight: () => stepBy("effect", 1),
  ArrowUp: () => stepBy("action", -1), ArrowDown: () => stepBy("action", 1),
  PageUp: () => stepBy("turn", -1), PageDown: () => stepBy("turn", 1),
  Home: () => { pause(); go(0); }, End: () => { pause(); go(path().length); }, " ": play,
};
for (const stop of Object.keys(JUMPS)) { // as in the replay: a capital letter goes back
  KEYS[stop[0]] = () => jumpTo(stop, 1);
  KEYS[stop[0].toUpperCase()] = () => jumpTo(stop, -1);
}


function pressed(event) {
  const on = event.target.tagName;
  if (!(event.key in KEYS) || event.ctrlKey || event.altKey || event.metaKey || on === "SELECT") return;
  if (event.key === " " && (on === "BUTTON" || on === "SUMMARY")) return;
  event.preventDefault();
  KEYS[event.key]();
}

function save() {
  const file = URL.createObjectURL(new Blob([$("record").querySelector("pre").textContent], { type: "text/plain" }));
  html("a", { href: file, download: "game.khr" }).click();
  setTimeout(() => URL.revokeObjectURL(file), 1000);
}

function choose(id, options, chosen) {
  $(id).replaceChildren(...options.map(([value, text]) => html("option", { value, text, ...(value === chosen ? { selected: "" } : {}) })));
}

function drawViews() {
  $("views").replaceChildren(...Object.entries(VIEWS).map(([view, word]) => html("button", {
    text: say(word), "aria-pressed": view === at.view, "data-view": view,
    on: () => { at.view = view; drawViews(); show(); $("views").querySelector(`[data-view=${view}]`).focus(); },
  })));
}

function speak(chosen) {
  language = chosen;
  document.documentElement.lang = data.languages[chosen][0];
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = say(node.dataset.word);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", say(node.dataset.label));
  for (const node of document.querySelectorAll("[data-tip]")) label(node);
  choose("language", data.languages.map((name, n) => [n, name[1]]), chosen);
  choose("jump", [["", say("word-jump") + " …"], ...Object.entries(JUMPS).map(([stop, word]) => [stop, say(word)])], "");
  $("ages").replaceChildren(...AGES.map((age, n) => html("button", { text: say("age-" + age), "aria-pressed": n === 0, on: () => toAge(n) }, [html("span")])));
  $("strip").title = say("tip-square");
  $("moves").title = say("tip-move");
  drawViews();
  drawLegend();
  drawMoves();
  drawPlayButton();
  drawCurve();
  show();
}

function begin() {
  data = game; // which was unpacked by load.js
  map = data.map;
  prepare();
  document.querySelector("main").hidden = false;
  $("about").textContent = data.about.join(" · ");
  drawGround();
  drawControls();
  speak(data.languages.findIndex(([code]) => code === document.documentElement.lang));
  fit();
  followLink();
  addEventListener("keydown", pressed);
  addEventListener("resize", fit);
  addEventListener("hashchange", followLink);
  document.body.dataset.ready = "yes";
}

begin();
