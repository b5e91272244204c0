// The words for a client that couldn't be loaded, which are needed before all others.

import { ownText } from "./language.js";

const texts = {
  en: { lost: "Quad couldn't load. Check your connection.", reload: "Reload" },
  de: { lost: "Quad konnte nicht geladen werden. Prüfe deine Verbindung.", reload: "Neu laden" },
  fr: { lost: "Quad n’a pas pu se charger. Vérifie ta connexion.", reload: "Actualiser" },
};

export const lostWords = ownText(texts);
