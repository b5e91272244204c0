// The words for a client that couldn't be loaded, which are needed before all others.

import { language } from "./language.js";

const texts = {
  en: { lost: "Quad couldn't load. Check your connection.", reload: "Reload" },
  de: { lost: "Quad konnte nicht geladen werden. Prüfe deine Verbindung.", reload: "Neu laden" },
};

export const lostWords = texts[language.slice(0, 2)] ?? texts.en;
