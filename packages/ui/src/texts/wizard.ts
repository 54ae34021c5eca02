export const wizard = {
  navigation: "Steps",
  steps: {
    details: "Cluster details",
    operators: "Operators",
    hosts: "Hosts",
    storage: "Storage",
    networking: "Networking",
    manifests: "Custom manifests",
    review: "Review and install",
  },
  stepStates: { open: "something is missing", waits: "waiting", done: "nothing is missing" },
  blocksTitle: (count: number) => (count === 1 ? "One thing is missing here" : `${count} things are missing here`),
  waitsTitle: "Checks are under way",
  warnsTitle: "Worth a look, but nothing stops here",
  hosts: (names: readonly string[], more: number) =>
    more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", "),
  saveAndNext: "Save and go on",
  notDraftTitle: "This cluster is no longer being described",
  notDraft: "Its installation has begun. What was described can be seen, not changed.",
} as const;
