import { isDomainName } from "../cluster/names.ts";
import type { Problem } from "../problem.ts";

const part = /^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/;

/** The syntax of Kubernetes labels: a node that cannot carry its label would not join. */
export function nodeLabelProblem({ key, value }: Readonly<{ key: string; value: string }>): Problem | null {
  const slash = key.indexOf("/");
  const name = key.slice(slash + 1);
  if (!part.test(name) || (slash >= 0 && !isDomainName(key.slice(0, slash)))) {
    return {
      found: `label key "${key}"`,
      needed: "up to 63 letters, digits, - _ and ., with a DNS name and a slash before it if need be",
      remedy: "correct the key",
    };
  }
  if (value === "" || part.test(value)) return null;
  return {
    found: `value "${value}" of label ${key}`,
    needed: "up to 63 letters, digits, - _ and ., beginning and ending with a letter or digit",
    remedy: "correct the value",
  };
}
