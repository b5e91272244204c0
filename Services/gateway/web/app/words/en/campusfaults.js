// English: errors of the school, by their code. Others are shown as the site words them.

export default {
  campusErrors: {
    school_conflict: "Someone else changed this in the meantime. Save again to replace their change.",
  },
};
