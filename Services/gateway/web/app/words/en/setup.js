// English: setting up a new site.

export default {
  setup: {
    title: "Set up this site",
    lead: "Become its administrator and give it a name.",
    code: "Setup code",
    codeHint: "Find it in the site's log, or run quadctl setup on the server.",
    you: "Administrator",
    passwordHint: "At least 10 characters. If you already have an account here, enter its password.",
    site: "Site",
    name: "Site name",
    nameHint: "Shown on pages and in email.",
    zone: "Time zone",
    zoneHint: "For people who haven't chosen one.",
    language: "Language of email",
    languageHint: "Pages use the language of each browser.",
    signUp: "Sign-up",
    modes: {
      invite: "By invitation",
      open: "Open to everyone",
      domains: "Open to certain email domains",
      off: "Closed",
    },
    domains: "Email domains",
    domainsHint: "Separate them with commas, for example school.example, cs.school.example.",
    submit: "Set up site",
    doneTitle: "This site is set up",
    doneText: "Sign in, or ask an administrator for help.",
  },
};
