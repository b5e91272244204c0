// German: what Quad is made of, and the licenses.

export default {
  credits: {
    title: "Mitwirkende und Lizenzen",
    license: "Lizenz",
    software: "Quad",
    code: "Quad ist quelloffen. Du darfst es nutzen, ändern und weitergeben.",
    drawings: "Zeichnungen",
    icons: "Das App-Symbol und die Symbole der Kurzbefehle wurden für Quad gezeichnet.",
    pictures: "Bilder für Ereignisse",
    bundled: "Die mitgelieferten Bilder wurden für Quad gezeichnet. Du darfst sie für alles nutzen.",
    aid: "Erste Hilfe",
    aidText: "Texte und Zeichnungen der Ersten Hilfe sind für Quad entstanden. Nutze sie mit Quellenangabe.",
    samples: "Demo-Campus",
    campus: "Seine Leute, Zimmer, Aufgaben und Nachrichten sind erfunden. Ähnlichkeiten sind Zufall.",
  },
};
