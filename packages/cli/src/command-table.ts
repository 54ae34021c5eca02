// Every command. To add one: a file in commands/ that exports a `Command`, and a row here. Only this table is loaded for
// `muster --help`; a command's own file is loaded when it runs.
import type { CommandEntry, CommandGroup } from "./command.ts";

export const commandGroups: readonly CommandGroup[] = [
  {
    title: "Run the service",
    commands: [
      {
        name: "serve",
        summary: "Start the service",
        load: async () => (await import("./commands/serve.ts")).serve,
      },
      {
        name: "simulate",
        summary: "Play a fleet of machines against a service",
        load: async () => (await import("./commands/simulate/simulate.ts")).simulate,
      },
    ],
  },
  {
    title: "The data of a service",
    commands: [
      {
        name: "data export",
        summary: "Write everything that a service knows to one file: the backup",
        load: async () => (await import("./commands/data/export.ts")).dataExport,
      },
      {
        name: "data import",
        summary: "Fill a new database and object store from such a file",
        load: async () => (await import("./commands/data/import.ts")).dataImport,
      },
      {
        name: "data migrate",
        summary: "Bring a database up to date without starting the service",
        load: async () => (await import("./commands/data/migrate.ts")).dataMigrate,
      },
    ],
  },
  {
    title: "Clusters",
    commands: [
      {
        name: "cluster list",
        summary: "List the clusters",
        load: async () => (await import("./commands/cluster/read.ts")).clusterList,
      },
      {
        name: "cluster get",
        summary: "Show a cluster, its hosts, and the checks that fail",
        load: async () => (await import("./commands/cluster/read.ts")).clusterGet,
      },
      {
        name: "cluster create",
        summary: "Describe a new cluster, or several",
        load: async () => (await import("./commands/cluster/create.ts")).clusterCreate,
      },
      {
        name: "cluster set",
        summary: "Change the description of a cluster",
        load: async () => (await import("./commands/cluster/set.ts")).clusterSet,
      },
      {
        name: "cluster explain",
        summary: "Tell what stands between a cluster and its next state",
        load: async () => (await import("./commands/why.ts")).clusterExplain,
      },
      {
        name: "cluster plan",
        summary: "Tell what an install would do now",
        load: async () => (await import("./commands/why.ts")).clusterPlan,
      },
      {
        name: "cluster install",
        summary: "Install a cluster that is ready",
        load: async () => (await import("./commands/cluster/install.ts")).clusterInstall,
      },
      {
        name: "cluster watch",
        summary: "Show clusters, or one with its hosts, as they change",
        load: async () => (await import("./commands/cluster/watch.ts")).clusterWatch,
      },
      {
        name: "cluster cancel",
        summary: "Stop an installation",
        load: async () => (await import("./commands/cluster/act.ts")).clusterCancel,
      },
      {
        name: "cluster reset",
        summary: "Start over after a failed or cancelled installation",
        load: async () => (await import("./commands/cluster/act.ts")).clusterReset,
      },
      {
        name: "cluster add-hosts",
        summary: "Let an installed cluster take more hosts",
        load: async () => (await import("./commands/cluster/act.ts")).clusterAddHosts,
      },
      {
        name: "cluster delete",
        summary: "Forget a cluster",
        load: async () => (await import("./commands/cluster/act.ts")).clusterDelete,
      },
      {
        name: "cluster kubeconfig",
        summary: "Fetch the kubeconfig",
        load: async () => (await import("./commands/cluster/downloads.ts")).clusterKubeconfig,
      },
      {
        name: "cluster credentials",
        summary: "Print the administrator's password and the console's address",
        load: async () => (await import("./commands/cluster/downloads.ts")).clusterCredentials,
      },
      {
        name: "cluster logs",
        summary: "Fetch the logs of an installation",
        load: async () => (await import("./commands/cluster/downloads.ts")).clusterLogs,
      },
      {
        name: "cluster history",
        summary: "List what changed and why",
        load: async () => (await import("./commands/why.ts")).clusterHistory,
      },
      {
        name: "cluster support-bundle",
        summary: "Collect everything about a cluster in one archive, without secrets",
        load: async () => (await import("./commands/cluster/support-bundle.ts")).clusterSupportBundle,
      },
    ],
  },
  {
    title: "Hosts",
    commands: [
      {
        name: "host list",
        summary: "List the hosts",
        load: async () => (await import("./commands/host/read.ts")).hostList,
      },
      {
        name: "host get",
        summary: "Show a host and the checks that fail",
        load: async () => (await import("./commands/host/read.ts")).hostGet,
      },
      {
        name: "host set",
        summary: "Change a host's role, name, disks or labels",
        load: async () => (await import("./commands/host/act.ts")).hostSet,
      },
      {
        name: "host explain",
        summary: "Tell what stands between a host and its next state",
        load: async () => (await import("./commands/why.ts")).hostExplain,
      },
      {
        name: "host watch",
        summary: "Show hosts as they change",
        load: async () => (await import("./commands/host/read.ts")).hostWatch,
      },
      {
        name: "host bind",
        summary: "Give a host of the pool to a cluster",
        load: async () => (await import("./commands/host/act.ts")).hostBind,
      },
      {
        name: "host unbind",
        summary: "Take a host back into the pool",
        load: async () => (await import("./commands/host/act.ts")).hostUnbind,
      },
      {
        name: "host install",
        summary: "Install a host into a cluster that is running",
        load: async () => (await import("./commands/host/act.ts")).hostInstall,
      },
      {
        name: "host reset",
        summary: "Start over with a host that failed to join",
        load: async () => (await import("./commands/host/act.ts")).hostReset,
      },
      {
        name: "host delete",
        summary: "Forget a host",
        load: async () => (await import("./commands/host/act.ts")).hostDelete,
      },
      {
        name: "host revoke",
        summary: "Shut a machine out",
        load: async () => (await import("./commands/host/access.ts")).hostRevoke,
      },
      {
        name: "host readmit",
        summary: "Let a machine in again that was shut out",
        load: async () => (await import("./commands/host/access.ts")).hostReadmit,
      },
      {
        name: "host logs",
        summary: "Fetch the logs of a host",
        load: async () => (await import("./commands/host/act.ts")).hostLogs,
      },
      {
        name: "host history",
        summary: "List what changed and why",
        load: async () => (await import("./commands/why.ts")).hostHistory,
      },
    ],
  },
  {
    title: "Infra-envs: images to boot and pools of hosts",
    commands: [
      {
        name: "infra-env list",
        summary: "List the infra-envs",
        load: async () => (await import("./commands/infra-env/commands.ts")).infraEnvList,
      },
      {
        name: "infra-env get",
        summary: "Show an infra-env",
        load: async () => (await import("./commands/infra-env/commands.ts")).infraEnvGet,
      },
      {
        name: "infra-env create",
        summary: "Describe a new infra-env, or several",
        load: async () => (await import("./commands/infra-env/commands.ts")).infraEnvCreate,
      },
      {
        name: "infra-env set",
        summary: "Change the description of an infra-env",
        load: async () => (await import("./commands/infra-env/commands.ts")).infraEnvSet,
      },
      {
        name: "infra-env image",
        summary: "Fetch the image that machines boot, or its link",
        load: async () => (await import("./commands/infra-env/image.ts")).infraEnvImage,
      },
      {
        name: "infra-env hosts",
        summary: "List the hosts that booted its image",
        load: async () => (await import("./commands/infra-env/commands.ts")).infraEnvHosts,
      },
      {
        name: "infra-env regenerate-signing-key",
        summary: "End the links and tokens of its image",
        load: async () => (await import("./commands/infra-env/commands.ts")).infraEnvNewKey,
      },
      {
        name: "infra-env delete",
        summary: "Forget an infra-env that has no hosts",
        load: async () => (await import("./commands/infra-env/commands.ts")).infraEnvDelete,
      },
    ],
  },
  {
    title: "Events",
    commands: [
      {
        name: "event list",
        summary: "List what happened",
        load: async () => (await import("./commands/event/commands.ts")).eventList,
      },
      {
        name: "event watch",
        summary: "Print events as they happen",
        load: async () => (await import("./commands/event/commands.ts")).eventWatch,
      },
    ],
  },
  {
    title: "Images and networks of hosts",
    commands: [
      {
        name: "images list",
        summary: "List the live images that a service can offer, and which are here",
        load: async () => (await import("./commands/images/list.ts")).imagesList,
      },
      {
        name: "images add",
        summary: "Give a service a live image: a file, or one to download",
        load: async () => (await import("./commands/images/add.ts")).imagesAdd,
      },
      {
        name: "iso inspect",
        summary: "Show what a live image is and what it carries",
        load: async () => (await import("./commands/iso-inspect.ts")).isoInspect,
      },
      {
        name: "iso embed",
        summary: "Put an Ignition config and kernel arguments into a live image",
        load: async () => (await import("./commands/iso-embed.ts")).isoEmbed,
      },
      {
        name: "iso minimal",
        summary: "Make a small live image that fetches its root filesystem",
        load: async () => (await import("./commands/iso-minimal.ts")).isoMinimal,
      },
      {
        name: "iso append",
        summary: "Add files to an image",
        load: async () => (await import("./commands/iso-append.ts")).isoAppend,
      },
      {
        name: "iso extract",
        summary: "Take a file or the Ignition config out of an image",
        load: async () => (await import("./commands/iso-extract.ts")).isoExtract,
      },
      {
        name: "ignition check",
        summary: "Find the mistakes in Ignition configs",
        load: async () => (await import("./commands/ignition-check.ts")).ignitionCheck,
      },
      {
        name: "ignition merge",
        summary: "Make one Ignition config of several",
        load: async () => (await import("./commands/ignition-merge.ts")).ignitionMerge,
      },
      {
        name: "ignition show",
        summary: "Show what an Ignition config does, or one of its files",
        load: async () => (await import("./commands/ignition-show.ts")).ignitionShow,
      },
      {
        name: "nmstate check",
        summary: "Find the mistakes in desired network states",
        load: async () => (await import("./commands/nmstate-check.ts")).nmstateCheck,
      },
      {
        name: "nmstate render",
        summary: "Print the NetworkManager profiles of a desired network state",
        load: async () => (await import("./commands/nmstate-render.ts")).nmstateRender,
      },
    ],
  },
  {
    title: "Services to talk to",
    commands: [
      {
        name: "login",
        summary: "Log in to a service, and keep the token in its context",
        load: async () => (await import("./commands/login.ts")).login,
      },
      {
        name: "logout",
        summary: "Forget the token of a service",
        load: async () => (await import("./commands/login.ts")).logout,
      },
      {
        name: "context list",
        summary: "List the services that are known by name",
        load: async () => (await import("./commands/context/show.ts")).contextList,
      },
      {
        name: "context current",
        summary: "Print the name of the context that commands use",
        load: async () => (await import("./commands/context/show.ts")).contextCurrent,
      },
      {
        name: "context use",
        summary: "Choose the context that commands use",
        load: async () => (await import("./commands/context/change.ts")).contextUse,
      },
      {
        name: "context set",
        summary: "Make a context, or change it",
        load: async () => (await import("./commands/context/change.ts")).contextSet,
      },
      {
        name: "context delete",
        summary: "Forget a context and its token",
        load: async () => (await import("./commands/context/change.ts")).contextDelete,
      },
    ],
  },
  {
    title: "This program",
    commands: [
      {
        name: "completion",
        summary: "Print the completion script for a shell",
        load: async () => (await import("./commands/completion.ts")).completion,
      },
      {
        name: "version",
        summary: "Print the version, the commit, and the Node that runs it",
        load: async () => (await import("./commands/version.ts")).version,
      },
    ],
  },
];

export const commands: readonly CommandEntry[] = commandGroups.flatMap((group) => group.commands);

export type Found = Readonly<
  | { kind: "command"; entry: CommandEntry; rest: readonly string[] }
  /** The first words of several commands, such as `cluster`. */
  | { kind: "prefix"; prefix: string }
  | { kind: "unknown"; word: string }
>;

/** The command with the most words that the line begins with. */
export function findCommand(words: readonly string[]): Found {
  for (let count = Math.min(words.length, 3); count > 0; count -= 1) {
    const name = words.slice(0, count).join(" ");
    const entry = commands.find((candidate) => candidate.name === name);
    if (entry !== undefined) return { kind: "command", entry, rest: words.slice(count) };
    if (words.length === count && commands.some((candidate) => candidate.name.startsWith(`${name} `))) {
      return { kind: "prefix", prefix: name };
    }
  }
  return { kind: "unknown", word: words[0] ?? "" };
}
