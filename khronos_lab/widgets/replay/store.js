// What came from the kernel: pictures, words, and the pictures that are ready to be shown.

const PICTURE_BYTES = 64e6; // of pictures kept as they came
const BITMAP_BYTES = 96e6; // of pictures kept ready to be shown

function makeStore(model) {
  const pictures = new Map();
  const said = new Map();
  const asked = new Map();
  const awaited = new Set();
  const refused = new Set(); // what failed is not asked for again until the user moves on
  const listeners = new Set();
  let bytes = 0;
  let number = 0;

  function keep(key, blob) {
    if (pictures.has(key)) return;
    pictures.set(key, blob);
    bytes += blob.size;
    for (const [old, other] of pictures) {
      if (bytes <= PICTURE_BYTES || old === key) break;
      pictures.delete(old);
      bytes -= other.size;
    }
  }

  function receive(message, buffers) {
    const request = asked.get(message.id);
    if (!request) return;
    asked.delete(message.id);
    for (const key of request.awaited) awaited.delete(key);
    const blobs = buffers.map((buffer) => new Blob([buffer], { type: "image/png" }));
    if (message.kind === "frames") {
      for (const frame of message.frames) {
        const { picture, words } = request.keys(frame.index);
        if (frame.picture !== undefined) keep(picture, blobs[frame.picture]);
        if (frame.said) said.set(words, frame.said);
      }
    } else if (message.kind === "failed") {
      for (const key of request.awaited) refused.add(key);
    } else {
      request.answer(message, blobs[0]);
    }
    request.done();
    for (const listener of listeners) listener(message.kind);
  }
  model.on("msg:custom", receive);

  return {
    pictures,
    said,
    awaited,
    refused,
    listeners,
    driver: null, // of several views of one replay, the one that plays
    // How many requests for frames are under way; of those that the user waits for, if urgent.
    underWay(urgent) {
      const counts = (request) => request.keys && (!urgent || request.urgent);
      return [...asked.values()].filter(counts).length;
    },
    ask(content, request) {
      const id = `${(number += 1)}`;
      asked.set(id, { awaited: [], answer() {}, done() {}, ...request });
      for (const key of asked.get(id).awaited) awaited.add(key);
      model.send({ ...content, edition: model.get("edition"), id });
    },
    touch(key) {
      const blob = pictures.get(key);
      pictures.delete(key);
      pictures.set(key, blob);
    },
  };
}

// ------------------------------------------------------------------ pictures ready to be shown

function makeBitmaps(store) {
  const ready = new Map();
  const coming = new Map();
  let bytes = 0;
  let size = 4e6; // of the last one

  function keep(key, bitmap) {
    ready.set(key, bitmap);
    size = bitmap.width * bitmap.height * 4;
    bytes += size;
    for (const [old, other] of ready) {
      if (bytes <= BITMAP_BYTES || old === key) break;
      drop(old, other);
    }
  }
  function drop(key, bitmap) {
    ready.delete(key);
    bytes -= bitmap.width * bitmap.height * 4;
    bitmap.close();
  }
  function make(key) {
    if (ready.has(key) || !store.pictures.has(key)) return null;
    if (!coming.has(key)) {
      const work = createImageBitmap(store.pictures.get(key)).then((bitmap) => {
        coming.delete(key);
        keep(key, bitmap);
      });
      coming.set(key, work);
    }
    return coming.get(key);
  }
  return {
    make,
    // So many can be prepared without dropping one another.
    get room() {
      return Math.max(1, Math.floor(BITMAP_BYTES / size) - 2);
    },
    get(key) {
      const bitmap = ready.get(key);
      if (bitmap) {
        ready.delete(key);
        ready.set(key, bitmap);
      }
      return bitmap;
    },
    clear() {
      for (const [key, bitmap] of [...ready]) drop(key, bitmap);
    },
  };
}
