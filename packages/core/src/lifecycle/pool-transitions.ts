// The lifecycle of a host that belongs to no cluster (reference service 3.4).
import * as is from "./host-conditions.ts";
import * as effect from "./host-effects.ts";
import type { HostTransition } from "./host-transitions.ts";
import { all, not } from "./machine.ts";
import { hostSays as says } from "./says.ts";

const discovery = ["disconnected-unbound", "discovering-unbound", "insufficient-unbound", "known-unbound"] as const;

export const poolTransitions: readonly HostTransition[] = [
  {
    rule: 1,
    on: "register",
    from: ["new"],
    when: not(is.belongsToCluster),
    to: "discovering-unbound",
    says: says.discovering,
  },
  {
    rule: 2,
    on: "register",
    from: [...discovery, "unbinding", "unbinding-pending-user-action", "reclaiming-rebooting"],
    to: "discovering-unbound",
    says: says.discovering,
    does: effect.startDiscovery,
  },
  { rule: 3, on: "bind", from: ["known-unbound"], to: "binding", says: says.binding, does: effect.joinCluster },
  {
    rule: 4,
    on: "refresh",
    from: [...discovery, "unbinding"],
    when: not(is.isConnected),
    to: "disconnected-unbound",
    says: says.disconnected,
  },
  {
    rule: 5,
    on: "media-disconnected",
    from: [...discovery, "unbinding"],
    to: "disconnected-unbound",
    says: says.mediaLost,
    does: effect.loseMedia,
  },
  {
    rule: 6,
    on: "refresh",
    from: ["disconnected-unbound", "discovering-unbound"],
    when: all(is.isPresent, not(is.hasWholeInventory)),
    to: "discovering-unbound",
    says: says.discovering,
  },
  {
    rule: 7,
    on: "refresh",
    from: discovery,
    when: all(is.isPresent, is.hasWholeInventory, not(is.mayBeBound)),
    to: "insufficient-unbound",
    says: says.insufficientHardware,
  },
  { rule: 8, on: "refresh", from: ["binding", "unbinding"], to: "same" },
  {
    rule: 9,
    on: "refresh",
    from: discovery,
    when: all(is.isPresent, is.hasWholeInventory, is.mayBeBound),
    to: "known-unbound",
    says: says.readyToBind,
  },
];
