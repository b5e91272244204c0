// The French words of the details of the audit log.

import { formsOf } from "../forms.js";

const { plural } = formsOf("fr");

export default {
  auditDetails: {
    of: (name, said) => `${name}\u00a0: ${said}`,
    counts: (added, changed, expected) => plural(added, { one: "# ajout", other: "# ajouts" }) + ", "
      + plural(changed, { one: "# modification", other: "# modifications" })
      + (expected === undefined ? "" : `, ${expected} sans compte`),
    added: (what) => `ajout\u00a0: ${what}`,
    changed: (what) => `modification\u00a0: ${what}`,
    deleted: (what) => `suppression\u00a0: ${what}`,
    posted: (what) => `publication\u00a0: ${what}`,
    anAED: "un DAE",
    kinds: {
      contact: (name) => `contact ${name}`,
      activity: (name) => `activité ${name}`,
      source: (name) => `source ${name}`,
      announcement: (name) => `annonce ${name}`,
      "bell schedule": (name) => `horaire ${name}`,
      term: (name) => `période ${name}`,
    },
    alerted: (isDrill, count, place) => (isDrill ? "exercice, " : "")
      + plural(count, { one: "# personne", other: "# personnes" }) + `\u00a0: ${place}`,
    siteNames: { name: "nom du site", zone: "fuseau horaire", language: "langue des e-mails",
      sign_up: "création de comptes" },
    modes: { open: "ouverte à tout le monde", invite: "sur invitation", off: "fermée" },
    openTo: (domains) => `ouverte à ${domains}`,
    fromFile: "valeur du fichier de réglages du serveur",
    guide: (number, guidelines) => `numéro d’urgence ${number}, recommandations ${guidelines}`,
    profiles: { aha2025: "AHA 2025", erc2025: "ERC 2025" },
    whole: {
      settings: "bases", "day types": "cycle", "set the lunch menu": "menu de la cantine",
      "changed the order of the sources": "ordre des sources",
      "check-in": "pointage", "deleted check-in": "pointage supprimé", warnings: "avertissements",
      student: "élève", instructor: "prof", left: "plus dans le cours",
      "an adviser": "nouveau responsable", "no adviser": "responsable retiré",
      "excuse accepted": "mot d’excuse accepté", "excuse declined": "mot d’excuse refusé",
      "excuse waiting": "mot d’excuse en attente",
    },
  },
};
