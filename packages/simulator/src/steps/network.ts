// What a machine finds out about the networks it is in.
import {
  DhcpAllocationRequest,
  type DhcpAllocationResponse,
  DomainResolutionRequest,
  type DomainResolutionResponse,
  FreeAddressesRequest,
  type FreeNetworksAddresses,
  NtpSynchronizationRequest,
  type NtpSynchronizationResponse,
  VerifyVipsRequest,
  type VerifyVipsResponse,
} from "@muster/contract";
import { familyOf, parseNetwork } from "../machine/network.ts";
import { answering } from "./answer.ts";
import { answered, failed } from "./outcome.ts";

export const freeNetworkAddresses = answering(FreeAddressesRequest, (cidrs, { lan }) =>
  answered(
    cidrs.map((network) => ({
      network,
      free_addresses: [...lan.freeAddresses(parseNetwork(network))],
    })) satisfies FreeNetworksAddresses,
  ),
);

export const verifyVips = answering(VerifyVipsRequest, (vips, { lan }) =>
  answered(
    vips.map((asked) => ({
      ...asked,
      verification: lan.isTaken(asked.vip ?? "") ? "failed" : "succeeded",
    })) satisfies VerifyVipsResponse,
  ),
);

/** Live images come with a pool of their own, so that there is a source even where none was given. */
const ownSource = "time.example.com";

export const ntpSynchronizer = answering(NtpSynchronizationRequest, ({ ntp_source }) => {
  const asked = ntp_source.split(",").flatMap((source) => source.trim() || []);
  const [chosen, ...others] = asked.length > 0 ? asked : [ownSource];
  return answered({
    ntp_sources: [
      { source_name: chosen ?? ownSource, source_state: "synced" },
      ...others.map((source_name) => ({ source_name, source_state: "combined" as const })),
    ],
  } satisfies NtpSynchronizationResponse);
});

export const domainResolution = answering(DomainResolutionRequest, ({ domains }, { machine, resolve }) => {
  const networks = (machine.interfaces[0]?.addresses ?? []).map(({ network }) => network);
  return answered({
    resolutions: domains.map(({ domain_name }) => {
      const addresses = resolve(domain_name, networks);
      return {
        domain_name,
        ipv4_addresses: addresses.filter((address) => familyOf(address) === "IPv4"),
        ipv6_addresses: addresses.filter((address) => familyOf(address) === "IPv6"),
        cnames: [],
      };
    }),
  } satisfies DomainResolutionResponse);
});

export const dhcpLeaseAllocate = answering(DhcpAllocationRequest, (request, { machine, lan }) => {
  const own = machine.interfaces.find(({ name }) => name === request.interface);
  const network = own?.addresses.find((address) => address.network.family === "IPv4")?.network;
  if (!network) return failed(`interface ${request.interface} is in no IPv4 network`);
  const [api, ingress] = [request.api_vip_mac, request.ingress_vip_mac].map((mac) => lan.lease(mac, network));
  if (!api || !ingress) return failed("no lease was given");
  return answered({
    api_vip_address: api,
    ingress_vip_address: ingress,
    api_vip_lease: leaseText("api", api),
    ingress_vip_lease: leaseText("ingress", ingress),
  } satisfies DhcpAllocationResponse);
});

const leaseText = (name: string, address: string): string =>
  `lease {\n  interface "${name}";\n  fixed-address ${address};\n  expire never;\n}\n`;
