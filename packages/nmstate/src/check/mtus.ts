import type { Desired } from "../desired.ts";
import type { Finding } from "../problem.ts";

const smallestForIpv6 = 1280;

/** An interface carries no larger packets than the one below. A base without `mtu` is left as it is, so nothing is known. */
export function checkMtus({ interfaces }: Desired): Finding[] {
  const rendered = interfaces.filter(({ state }) => state === "up" || state === "down");
  const mtus = new Map(rendered.map(({ name, mtu }) => [name.value, mtu?.value]));
  return rendered.flatMap(({ name, base, mtu, stacks }): Finding[] => {
    if (!mtu) return [];
    const place = { at: mtu.at, path: mtu.path, found: `MTU ${mtu.value}` };
    const below = base ? mtus.get(base.value) : undefined;
    const findings: Finding[] = [];
    if (base && below !== undefined && mtu.value > below) {
      findings.push({
        code: "mtu-above-base",
        ...place,
        needed: `at most ${below}, the MTU of ${base.value} below`,
        remedy: `lower it, or raise the MTU of ${base.value}`,
      });
    }
    if (mtu.value < smallestForIpv6 && stacks.some(({ family, enabled }) => family === 6 && enabled)) {
      findings.push({
        code: "mtu-too-small",
        ...place,
        needed: `at least ${smallestForIpv6}, because ${name.value} has IPv6`,
        remedy: "raise it, or set ipv6.enabled to false",
      });
    }
    return findings;
  });
}
