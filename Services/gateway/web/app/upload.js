// Uploading a file with its progress, which `fetch` does not report.

import { Problem, problemOf } from "./api.js";
import { missed, reached } from "./offline/network.js";

/** The time after which an upload has failed (ms). */
const patience = 180_000;

/**
 * Sends a file. `progress(part)` is called with the sent fraction; `signal` aborts it. Resolves to the reply,
 * and rejects with a `Problem`.
 */
export function upload(path, file, { key, progress, signal }) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.timeout = patience;
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.setRequestHeader("Idempotency-Key", key);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      progress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener("load", () => {
      const { status, responseText } = request;
      if (status < 400) {
        reached();
        resolve(JSON.parse(responseText));
      } else reject(problemOf(status, responseText, request.getResponseHeader("Retry-After")));
    });
    const lost = (code) => () => {
      missed();
      reject(new Problem({ code }));
    };
    request.addEventListener("error", lost("offline"));
    request.addEventListener("timeout", lost("timeout"));
    request.addEventListener("abort", () => reject(new Problem({ code: "cancelled" })));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}
