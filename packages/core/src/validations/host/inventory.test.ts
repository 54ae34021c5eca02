import { outcomes } from "../../../test/host-facts.ts";

outcomes("has-inventory", [
  ["there is one", {}, "success"],
  ["there is none", { inventory: null }, "failure"],
  ["there is none in a pool", { inventory: null, cluster: null }, "failure"],
]);

outcomes("inventory-not-partially-truncated", [
  ["whole", {}, "success"],
  [
    "partly cut short",
    { inventory: { truncation: { type: "partial", reasons: ["900 disks left out"] } } },
    "failure",
    "cut short (partial): 900 disks left out",
  ],
  ["wholly cut short is for the other check", { inventory: { truncation: { type: "full" } } }, "success"],
  ["no inventory", { inventory: null }, "pending", "has-inventory"],
]);

outcomes("inventory-not-fully-truncated", [
  ["whole", {}, "success"],
  ["partly cut short", { inventory: { truncation: { type: "partial" } } }, "success"],
  ["wholly cut short", { inventory: { truncation: { type: "full" } } }, "failure", "cut short (full)"],
  ["no inventory", { inventory: null }, "pending"],
]);

outcomes("has-min-valid-disks", [
  [
    "what a fully truncated inventory leaves out is not held against the host",
    { inventory: { disks: [], truncation: { type: "full" } } },
    "pending",
    "inventory-not-fully-truncated",
  ],
]);
