import {
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from "@patternfly/react-core";
import type { ReactNode } from "react";

export type Fact = readonly [term: string, value: ReactNode];

/** Terms with their values; what is empty is left out. */
export function Facts({ facts, columns = 2 }: Readonly<{ facts: readonly Fact[]; columns?: 1 | 2 | 3 }>) {
  const given = facts.filter(([, value]) => value !== undefined && value !== null && value !== "");
  const modifier = `${columns}Col` as const;
  return (
    <DescriptionList isCompact columnModifier={{ default: "1Col", lg: modifier }}>
      {given.map(([term, value]) => (
        <DescriptionListGroup key={term}>
          <DescriptionListTerm>{term}</DescriptionListTerm>
          <DescriptionListDescription>{value}</DescriptionListDescription>
        </DescriptionListGroup>
      ))}
    </DescriptionList>
  );
}
