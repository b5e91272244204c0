// The French words of checking in, and of a student's own attendance.

import { formsOf } from "../forms.js";

const { plural } = formsOf("fr");
const grouped = new Intl.NumberFormat("fr");
// In steps of 5 meters, because it is not more accurate than that.
const meters = (feet) => `${grouped.format(Math.max(5, Math.round(feet * 0.3048 / 5) * 5))}\u00a0m`;

export default {
  checkingIn: {
    one: "Pointage",
    of: (course) => `Pointage\u00a0: ${course}`,
    title: "Pointer",
    act: "Pointer",
    open: "Pointage ouvert",
    closesIn: (left) => `Encore ${left}`,
    opensIn: (left) => `Ouvre dans ${left}`,
    opensAt: (when) => `Ouvre à ${when}`,
    closedAt: (when) => `Fermé\u00a0: ${when}`,
    soon: "Pas encore ouvert",
    unavailable: "Impossible de pointer",
    byTeacher: "C’est ton prof qui fait l’appel",
    asking: "Vérification de ta position…",
    sending: "Pointage en cours…",
    scanned: "Code scanné",
    scanAgain: "Scanne le code à nouveau",
    held: "Enregistré sur cet appareil",
    heldText: (when) => `Tu as pointé sans connexion (${when}). Ton pointage partira dès que tu seras de `
      + "nouveau en ligne, et ton prof le confirmera.",
    atTheEdge: "Tu es à la limite de la zone. Saisis le code affiché dans la salle, sinon ton prof devra "
      + "confirmer ta présence.",
    privacy: "Ta position sert une seule fois, à vérifier que tu es là. Elle n’est jamais enregistrée.",
    otherwise: "Si ça ne marche pas, ton prof peut noter ta présence.",
    code: "Code",
    codeHint: "8 caractères, affichés dans la salle",
    enterCode: "Saisir le code",
    scan: "Scanner le code",
    scanHint: "Ou vise le code QR de la salle avec l’appareil photo de ton téléphone.",
    scanLead: "Vise le code QR affiché dans la salle.",
    scanOther: "Ce n’est pas un code de pointage.",
    outcomes: {
      present: "C’est bon, tu as pointé", late: "Tu as pointé, mais en retard",
      pending: "En attente de ton prof", excused: "Ton absence est excusée",
      absent: "Ton absence a été notée", other: "C’est noté",
    },
    receipt: (means, when) => means ? `${when} · ${means}` : when,
    reasons: {
      no_checkin: () => "Ton prof n’a pas encore ouvert de pointage.",
      not_open_yet: ({ opens }) => `Tu pourras pointer à partir de ${opens}.`,
      closed: ({ closes }) => `Ce pointage est fermé depuis ${closes}. Si tu étais là, parles-en à ton prof.`,
      out_of_range: ({ feet }) => feet === null
        ? "Tu es trop loin. Va dans la salle et réessaie."
        : `Tu es trop loin, à environ ${meters(feet)}. Va dans la salle et réessaie.`,
      accuracy_low: () => "Ta position n’est pas assez précise. Active le Wi-Fi ou approche-toi d’une "
        + "fenêtre, puis réessaie.",
      fix_stale: () => "Ta position date de plus de 30 secondes. Réessaie.",
      fix_needed: () => "Pour pointer ici, Quad a besoin de ta position.",
      location_denied: () => "La position est bloquée pour ce site. Autorise-la dans ton navigateur\u00a0: "
        + "touche l’icône à côté de l’adresse, puis «\u202fPosition\u202f». Ensuite, réessaie.",
      location_missing: () => "Ce navigateur ne donne pas ta position. Ouvre Quad dans un autre navigateur "
        + "ou sur ton téléphone.",
      location_failed: () => "Ton appareil n’a pas trouvé ta position. Active la localisation et le Wi-Fi, "
        + "puis réessaie.",
      code_needed: () => "Saisis le code affiché dans la salle.",
      checkin_code_wrong: () => "Ce n’est pas le code du moment. Il change toutes les 15 secondes.",
      checkin_code_bad: () => "Le code se compose de 8 lettres et chiffres. Vérifie ta saisie.",
      ticket_expired: () => "Ton scan date de plus de deux minutes.",
      ticket_used: () => "Quelqu’un d’autre a déjà utilisé ce scan. Scanne le code toi-même.",
      ticket_bad: () => "Ce scan est illisible.",
      instructor_only: () => "Tu n’as rien à faire.",
      not_enrolled: () => "Tu ne suis pas ce cours.",
      not_allowed: () => "Tu ne suis pas ce cours.",
      term_locked: () => "Cette période est close. On ne peut plus rien y changer.",
    },
    gone: "Pointage indisponible",
    goneText: "Il a été supprimé, ou tu ne fais pas partie de ce cours.",
    guestTitle: "Tu y es presque",
    guestText: (left) => `Ton scan est valable encore ${left}. Connecte-toi pour pointer.`,
    guestPlain: "Connecte-toi pour pointer.",
    guestExpired: "Ton scan a expiré. Connecte-toi, puis scanne le code à nouveau.",
    signIn: "Se connecter",
    toSchool: "Voir les cours",
    noPast: "Pas encore de séance",
  },
  myAttendance: {
    title: "Mes présences",
    open: "Mes présences",
    lead: "Tout ce que Quad sait de tes présences. Tes profs et l’administration le voient aussi. Si tu "
      + "as un responsable dans un cours, il y voit tes chiffres.",
    percent: (value) => `${value}\u00a0%`,
    none: "–",
    counts: (attended, counted) =>
      `${plural(attended, { one: "# séance", other: "# séances" })} sur ${counted}`,
    excused: (count) => plural(count, { one: "# absence excusée", other: "# absences excusées" }),
    records: "Séances",
    all: "Tous les cours",
    filter: "Cours",
    empty: "Rien pour l’instant",
    emptyText: "Tes séances s’affichent ici dès que tu as pointé.",
    noCourses: "Tu ne suis aucun cours",
    statuses: {
      present: "Présent", late: "En retard", excused: "Excusé", absent: "Absent", pending: "À confirmer",
      unmarked: "Non renseigné", not_enrolled: "Hors du cours",
    },
    means: {
      place: "sur place", code: "avec le code", place_and_code: "sur place, avec le code",
      instructor: "par ton prof", excuse: "mot d’excuse accepté", closing: "à la fermeture du pointage",
      offline: "envoyé plus tard",
    },
    details: "Détails",
    recorded: "Enregistré",
    changed: "Modifié",
    changedBy: (name, from) => `Par ${name}, avant\u00a0: «\u202f${from}\u202f»`,
    changedFrom: (from) => `Avant\u00a0: «\u202f${from}\u202f»`,
    markedBy: (name) => `Noté par ${name}`,
    by: "Noté par",
    reason: "Motif",
    distance: "Distance",
    upTo: (count) => `À ${meters(count)} au maximum`,
    accuracy: "Précision",
    within: (count) => `À ${grouped.format(count)}\u00a0m près`,
    flags: "Remarques",
    flagWords: {
      borderline: "à la limite de la zone", arrived_late: "envoyé après une coupure de connexion",
      same_coordinates: "même position qu’une autre personne", same_accuracy: "même précision plusieurs fois",
      too_fast: "loin de ta dernière position", shared_device: "même appareil qu’une autre personne",
    },
    receiptID: "Reçu",
  },
};
