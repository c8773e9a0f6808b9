// What came from the kernel: pictures, words, and the pictures that are ready to be shown.

const PICTURE_BYTES = 64e6; // of pictures kept as they came
const BITMAP_BYTES = 96e6; // of pictures kept ready to be shown

function makeStore(model) {
  const pictures = new Map();
  const said = new Map();
  const asked = new Map();
  const awaited = new Set();
  const listeners = new Set();
  let bytes = 0;
  let number = 0;

  function keep(key, blob, width) {
    if (pictures.has(key)) return;
    pictures.set(key, { blob, width });
    bytes += blob.size;
    for (const [old, picture] of pictures) {
      if (bytes <= PICTURE_BYTES || old === key) break;
      pictures.delete(old);
      bytes -= picture.blob.size;
    }
  }

  function receive(message, buffers) {
    const request = asked.get(message.asked ?? message.id);
    if (!request) return;
    const blob = buffers.length ? new Blob([buffers[0]], { type: "image/png" }) : null;
    if (message.kind === "frame") {
      const { picture, words } = request.keys(message.index);
      if (blob) keep(picture, blob, message.width);
      if (message.said) said.set(words, message.said);
    } else if (message.kind === "done") {
      asked.delete(message.id);
      for (const key of request.awaited) awaited.delete(key);
    } else {
      request.answer(message, blob);
    }
    for (const listener of listeners) listener(message.kind);
  }
  model.on("msg:custom", receive);

  return {
    pictures,
    said,
    awaited,
    listeners,
    driver: null, // of several views of one replay, the one that plays
    get outstanding() {
      let wants = 0;
      for (const request of asked.values()) wants += request.keys ? 1 : 0;
      return wants;
    },
    ask(content, request) {
      const id = `${(number += 1)}`;
      asked.set(id, { awaited: [], answer() {}, ...request });
      for (const key of asked.get(id).awaited) awaited.add(key);
      model.send({ ...content, id });
    },
    touch(key) {
      const picture = pictures.get(key);
      pictures.delete(key);
      pictures.set(key, picture);
      return picture;
    },
  };
}

// ------------------------------------------------------------------ pictures ready to be shown

function makeBitmaps(store) {
  const ready = new Map();
  const coming = new Map();
  let bytes = 0;

  function keep(key, bitmap) {
    ready.set(key, bitmap);
    bytes += bitmap.width * bitmap.height * 4;
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
      const work = createImageBitmap(store.pictures.get(key).blob).then((bitmap) => {
        coming.delete(key);
        keep(key, bitmap);
      });
      coming.set(key, work);
    }
    return coming.get(key);
  }
  return {
    make,
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
