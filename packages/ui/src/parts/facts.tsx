import type { ReactNode } from "react";

export type Fact = readonly [term: string, value: ReactNode];

/** Terms with their values; what is empty is left out. */
export function Facts({ facts }: Readonly<{ facts: readonly Fact[] }>) {
  const given = facts.filter(([, value]) => value !== undefined && value !== null && value !== "");
  return (
    <dl className="mu-facts">
      {given.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
