import { clusterValidations, hostValidations, ownCauses } from "@muster/core";
import { expect, test } from "vitest";
import { causesPage } from "./causes-page.ts";

test("every cause that an explanation can name has one place on the page", () => {
  const places = [...causesPage().matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  const ids = [...Object.keys(ownCauses), ...[...clusterValidations, ...hostValidations].map(({ id }) => id)];
  expect(places.toSorted()).toEqual([...new Set([...ids, "situations", "checks"])].toSorted());
});

test("every link on the page leads somewhere on it", () => {
  const page = causesPage();
  for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(` id="${id}"`);
});
