// The browser's own store (IndexedDB): the last replies, changes that wait for a network, and drafts.

const name = "quad";
const version = 2;
const stores = ["answers", "changes", "drafts"];
let opening = null;

/** The values of a store by their `key`; at most `limit`, oldest key first. */
export function all(store, limit = 500) {
  return within(store, "readonly", (box) => box.getAll(null, limit));
}

/** One value, or undefined. */
export function read(store, key) {
  return within(store, "readonly", (box) => box.get(key));
}

/** Puts a value in, under its own `key`. */
export function write(store, value) {
  return within(store, "readwrite", (box) => box.put(value));
}

/** Takes a value out. */
export function remove(store, key) {
  return within(store, "readwrite", (box) => box.delete(key));
}

/** Empties a store. */
export function empty(store) {
  return within(store, "readwrite", (box) => box.clear());
}

async function within(store, mode, action) {
  const database = await open();
  return new Promise((resolve, reject) => {
    const work = database.transaction(store, mode);
    const request = action(work.objectStore(store));
    // A page that is closed before the answer comes gives up what it did not commit itself.
    if (mode === "readwrite") work.commit?.();
    work.oncomplete = () => resolve(request.result);
    work.onabort = () => reject(work.error ?? new Error("the transaction was given up"));
  });
}

function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => {
      const known = request.result.objectStoreNames;
      for (const store of stores.filter((one) => !known.contains(one))) {
        request.result.createObjectStore(store, { keyPath: "key" });
      }
    };
    request.onsuccess = () => {
      // A newer client in another tab may change the form; this one opens again when it next needs to.
      request.result.onversionchange = () => {
        request.result.close();
        opening = null;
      };
      request.result.onclose = () => { opening = null; };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  opening.catch(() => { opening = null; });
  return opening;
}
