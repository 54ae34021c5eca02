import { type Cluster, ClusterCreateParams, jsonSchema } from "@muster/contract";
import { exitCode } from "../../exit-code.ts";
import { Failure, usageFailure } from "../../failure.ts";
import { print, tableFlag } from "../../output.ts";
import { checked } from "../../params/checked.ts";
import { fileFlag, readDescriptions, secretFields, secretFlags } from "../../params/files.ts";
import { fieldFlags, fieldsFromFlags } from "../../params/flags.ts";
import type { Service } from "../../service/service-command.ts";
import { serviceCommand } from "../../service/service-command.ts";

const schema = jsonSchema(ClusterCreateParams);

export const clusterCreate = serviceCommand({
  arguments: [{ name: "NAME", says: "What the cluster is called", optional: true }],
  flags: [fileFlag, ...secretFlags, ...fieldFlags(schema, ["name", "pull_secret"]), tableFlag],
  details:
    () => `A field that is given both in a file and by a flag is what the flag says. Everything is checked before anything is made.
Where no version is named, the service's default is taken.

  muster cluster create lab --base-dns-domain example.com --pull-secret-file pull-secret.json \\
    --api-vips 192.0.2.5 --ingress-vips 192.0.2.6
  muster cluster create edge --control-plane-count 1 --base-dns-domain example.com --pull-secret-file -
  muster cluster create -f clusters.yaml --pull-secret-file pull-secret.json`,
  async run(service, invocation, io) {
    const [name] = invocation.args;
    const described = await readDescriptions(invocation, io, "clusters");
    const said = {
      ...fieldsFromFlags(schema, invocation),
      ...(await secretFields(invocation, io, "ssh_public_key")),
      ...(name !== undefined && { name }),
    };
    const wanted = [];
    for (const { fields, from } of described) {
      const whole = { ...singleNode({ ...fields, ...said }) };
      if (whole.pull_secret === undefined) {
        throw usageFailure("there is no pull secret.", "Give it with --pull-secret-file FILE, or - to type it in.");
      }
      whole.openshift_version ??= await defaultVersion(service);
      wanted.push(checked(ClusterCreateParams, whole, from));
    }
    const made: Cluster[] = [];
    for (const body of wanted) made.push(await service.client.call("v2RegisterCluster", { body }));
    await print(invocation, io, made.length === 1 ? made[0] : made, () =>
      made.map(({ name: called, id, status }) => `cluster ${called} is there: ${id}, ${status}\n`).join(""),
    );
    return exitCode.ok;
  },
});

/** One control plane is all the wire needs to be told; the older field says the same. */
function singleNode(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const alone = fields.control_plane_count === 1 && fields.high_availability_mode === undefined;
  return alone ? { ...fields, high_availability_mode: "None" } : { ...fields };
}

async function defaultVersion({ client }: Service): Promise<string> {
  const versions = Object.entries(await client.call("v2ListSupportedOpenshiftVersions"));
  const [chosen] = versions.find(([, version]) => version.default) ?? versions.at(-1) ?? [];
  if (chosen === undefined) {
    throw new Failure(
      "the service offers no version.",
      "Name one with --openshift-version, or give the service RELEASE_IMAGES.",
    );
  }
  return chosen;
}
