// English: administrators' tables.

import { formsOf } from "../forms.js";

const { plural } = formsOf("en");

export default {
  tables: {
    choose: (name) => `Select ${name}`,
    chosen: (count) => plural(count, { one: "# selected", other: "# selected" }),
    clear: "Clear selection",
    export: "Export as CSV",
    progress: (done, all) => `${done} of ${all} done`,
    stop: "Stop",
    people: {
      chooseAll: "Select everyone shown",
      chosenRows: "Selected people",
      name: "Name",
      firstName: "First name",
      lastName: "Last name",
      status: "Status",
      more: (count) => `Only ${count} people are shown. Search or filter to find the others.`,
      exporting: (count) => `${count} people…`,
      roles: "Change roles",
      rolesTitle: (count) => plural(count, {
        one: "Change the roles of # person",
        other: "Change the roles of # people",
      }),
      rolesLead: "Whoever gets other roles is signed out everywhere.",
      way: "Change",
      ways: { give: "Add these roles", take: "Remove these roles", set: "Replace all roles with these" },
      signOut: "Sign out",
      signOutTitle: (count) => plural(count, {
        one: "Sign # person out everywhere?",
        other: "Sign # people out everywhere?",
      }),
      block: "Block",
      blockTitle: (count) => plural(count, { one: "Block # person?", other: "Block # people?" }),
      unblock: "Unblock",
      unblockTitle: (count) => plural(count, { one: "Unblock # person?", other: "Unblock # people?" }),
      done: (count) => plural(count, { one: "Done for # person", other: "Done for # people" }),
      refused: (count) => plural(count, { one: "Not done for # person", other: "Not done for # people" }),
    },
    rooms: {
      chooseAll: "Select all rooms shown",
      chosenRows: "Selected rooms",
      room: "Room",
      residents: "Residents",
      people: "People",
      opened: "Opened",
      more: (count) => `These are the first ${count} rooms. Choose a dorm or search to find the others.`,
      exporting: (count) => `${count} rooms…`,
      capacityTitle: (count) => plural(count, {
        one: "Change the capacity of # room",
        other: "Change the capacity of # rooms",
      }),
      capacityHint: "1 to 20. Leave empty for each dorm's default.",
      done: (count) => plural(count, { one: "# room changed", other: "# rooms changed" }),
      refused: (count) => plural(count, { one: "# room not changed", other: "# rooms not changed" }),
    },
    invites: {
      chooseAll: "Select all invitations shown",
      chosenRows: "Selected invitations",
      code: "Code",
      link: "Link",
      used: "Used",
      usedOf: "Accounts",
      expires: "Valid until",
      more: (count) => `These are the newest ${count} invitations.`,
      exporting: (count) => `${count} invitations…`,
      revokeTitle: (count) => plural(count, {
        one: "Revoke # invitation?",
        other: "Revoke # invitations?",
      }),
      revokeText: "Nobody can sign up with them anymore. Existing accounts stay.",
      done: (count) => plural(count, { one: "# invitation revoked", other: "# invitations revoked" }),
      refused: (count) => plural(count, {
        one: "# invitation not revoked",
        other: "# invitations not revoked",
      }),
    },
    deliveries: {
      time: "Time",
      person: "Person",
      channel: "Channel",
      reason: "Reason",
      attempts: "Attempts",
      gone: "Deleted account",
      more: (count) => `These are the newest ${count}.`,
      exporting: (count) => `${count} notifications…`,
    },
    audit: {
      time: "Time",
      act: "Action",
      more: (count) => `The file has the newest ${count} actions.`,
      exporting: (count) => `${count} actions…`,
    },
  },
};
