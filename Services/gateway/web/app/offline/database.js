// The browser's store (IndexedDB): the last replies, unsent changes and drafts.

const name = "quad";
const version = 2;
const stores = ["answers", "changes", "drafts"];
let opening = null;

/** The values of a store in the order of their `key`, oldest first, up to `limit`. */
export function all(store, limit = 500) {
  return within(store, "readonly", (box) => box.getAll(null, limit));
}

/** One value, or undefined. */
export function read(store, key) {
  return within(store, "readonly", (box) => box.get(key));
}

/** Stores a value under its own `key`. */
export function write(store, value) {
  return within(store, "readwrite", (box) => box.put(value));
}

/** Deletes a value. */
export function remove(store, key) {
  return within(store, "readwrite", (box) => box.delete(key));
}

/** Deletes all values of a store. */
export function empty(store) {
  return within(store, "readwrite", (box) => box.clear());
}

async function within(store, mode, action) {
  const database = await open();
  return new Promise((resolve, reject) => {
    const work = database.transaction(store, mode);
    const request = action(work.objectStore(store));
    // A page closed before the reply rolls back what it did not commit.
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
      // A newer client in another tab may migrate the store. This client reopens it on its next use.
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
