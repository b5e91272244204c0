// The records of a course as a CSV file, joined from the pages of the site.

import { get } from "../api.js";
import { words } from "../words/words.js";
import { fileName, saveFile } from "./savefile.js";

/** The limit on pages: 1,000 check-ins of 500 students. */
const maxPages = 5000;

/** Downloads the records of a course, or of one check-in. */
export async function download({ course, courseName }, checkIn = null) {
  const path = `/v1/courses/${encodeURIComponent(course)}/records/export`;
  const parts = [];
  let cursor = null;
  for (let page = 0; page < maxPages; page += 1) {
    const found = await get(path, { checkIn, cursor });
    parts.push(found.csv);
    cursor = found.next ?? null;
    if (!cursor) break;
  }
  // Spreadsheets read UTF-8 by its mark.
  const hasMark = parts[0]?.startsWith("\uFEFF");
  saveFile(new Blob([...hasMark ? [] : ["\uFEFF"], ...parts], { type: "text/csv;charset=utf-8" }),
    fileName(`${courseName} ${words.courseNumbers.file}`, "csv"));
}
