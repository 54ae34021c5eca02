export const addHosts = {
  title: "Add hosts",
  intro:
    "Boot more machines from the discovery image. When a host is ready, install it; it joins the cluster and must be approved there.",
  installReady: (count: number) => (count === 1 ? "Install the ready host" : `Install ${count} ready hosts`),
  noneReady: "No host is ready yet",
  refused: "Not every host was started",
} as const;
