import { type Desired, isUp } from "../desired.ts";
import type { Finding } from "../problem.ts";
import { get, numberOf } from "../tree.ts";

/** VLAN ids, and that no two VLANs are the same one. */
export function checkVlans({ interfaces }: Desired): Finding[] {
  const owners = new Map<string, string>();
  const findings: Finding[] = [];
  for (const { name, type, base, tree, path } of interfaces.filter(isUp)) {
    const vlan = type === "vlan" ? get(tree, "vlan") : undefined;
    const id = get(vlan, "id");
    const number = numberOf(id);
    if (!id || number === null || number > 0xffff) continue;
    const place = { at: id.at, path: `${path}.vlan.id` };
    if (number < 1 || number > 4094) {
      const remedy = "use the id that the switch port carries";
      findings.push({ code: "bad-vlan-id", ...place, found: `VLAN id ${number}`, needed: "1 to 4094", remedy });
    }
    const protocol = get(vlan, "protocol");
    const key = `${base?.value} ${number} ${protocol?.kind === "scalar" ? protocol.text : "802.1q"}`;
    const owner = owners.get(key);
    if (base && owner !== undefined) {
      findings.push({
        code: "duplicate-vlan",
        ...place,
        found: `VLAN ${number} on ${base.value}, which ${owner} is already`,
        needed: "one interface for each VLAN on a base",
        remedy: `use ${owner}, or another id`,
      });
    }
    owners.set(key, name.value);
  }
  return findings;
}
