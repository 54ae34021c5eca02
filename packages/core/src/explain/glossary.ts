// What Muster calls the causes that are no checks, for a page to look them up. The compiler refuses a cause that is not here.
export const ownCauses = {
  "approve-node": "The node has rebooted into its cluster, which may ask for its certificate requests to be approved.",
  "awaits-install": "Everything is ready: somebody has to start the installation.",
  "awaits-others": "The host is prepared; other hosts, or the configuration of the cluster, are not.",
  binding: "The agent of the host restarts, to register for the cluster that the host was given to.",
  "boot-discovery-image": "The machine runs something else: it has to boot the image of its infra-env again.",
  cancelled: "Somebody cancelled the installation. After a reset it can be started again.",
  disabled: "The host is left out of every installation. Delete it and boot the machine again to have it back.",
  finalizing: "The hosts are installed; the operators of the cluster are coming up.",
  "has-inventory": "The host has not told yet what it is made of.",
  "installation-failed": "The installation broke off. Logs tell why; after a reset it can be started again.",
  "no-hosts": "No machine has booted the image of the cluster's infra-env yet.",
  "not-bound": "The host waits in its pool for somebody to give it to a cluster.",
  "operators-failed": "The cluster is installed, and some of its operators failed. Look at them in its console.",
  "preparation-failed": "A disk is too slow, or an image cannot be pulled: solve it, then install again.",
  preparing: "Hosts measure their disks and try to pull the images of the release, or the configuration is being made.",
  "reboot-late": "The host has rebooted, and nothing was heard of it since. See on its console what it booted.",
  reclaiming: "The machine is on its way back to the pool of its infra-env.",
  "silent-while-installing":
    "The host stopped reporting while it was being installed. Check its power and its network.",
  "stage-slow": "A stage takes longer than it should. Disk, network and registry are the usual reasons.",
  "stage-under-way": "The installation goes on; nothing has to be done.",
  unbinding: "The agent of the host restarts, to register in its pool again.",
  "workers-missing": "The cluster is installed, and some workers did not join it. They can be added afterwards.",
  "wrong-boot-order": "The machine booted the discovery image instead of the disk that it was installed to.",
} as const satisfies Readonly<Record<string, string>>;

export type OwnCauseId = keyof typeof ownCauses;
