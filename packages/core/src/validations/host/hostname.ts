import { fail, pass } from "../../finding.ts";
import { nameOf, neighbours } from "./neighbours.ts";
import { type HostValidation, inCluster } from "./validation.ts";

const pattern = /^[a-z0-9][a-z0-9-]{0,62}(?:[.][a-z0-9-]{1,63})*$/;
const longest = 63;

const forbidden: ReadonlySet<string> = new Set([
  "localhost",
  "localhost.localdomain",
  "localhost4",
  "localhost4.localdomain4",
  "localhost6",
  "localhost6.localdomain6",
]);

/** Also what a person may ask for: commands that rename a host hold to the same rule. */
export const isHostname = (name: string): boolean =>
  name.length <= longest && pattern.test(name) && !forbidden.has(name);

export const hostnameValid: HostValidation = {
  id: "hostname-valid",
  category: "hardware",
  needs: ["has-inventory"],
  check: ({ host }) => {
    const name = nameOf(host);
    if (isHostname(name)) return pass(`The name ${name} can be used.`);
    return fail({
      found: forbidden.has(name) ? `the name ${name}, which every machine has` : `the name "${name}"`,
      needed: `at most ${longest} characters: lower-case letters, digits, hyphens and dots, beginning with a letter or digit`,
      remedy: "give the host another name",
    });
  },
};

export const hostnameUnique: HostValidation = {
  id: "hostname-unique",
  category: "hardware",
  needs: ["has-inventory"],
  check: inCluster(({ host, hosts }) => {
    const name = nameOf(host);
    const others = neighbours(hosts)
      .idsByName.get(name)
      ?.filter((id) => id !== host.id);
    if (!others || others.length === 0) return pass(`No other host of the cluster is called ${name}.`);
    return fail({
      found: `the name ${name} on ${others.length === 1 ? "another host" : `${others.length} other hosts`} too`,
      needed: "a name of its own for each host",
      remedy: "rename this host or the other",
    });
  }),
};
