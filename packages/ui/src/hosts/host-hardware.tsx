import type { Host, NtpSource } from "@muster/contract";
import { instant } from "../live/host-row.ts";
import { memory, moment } from "../parts/amounts.ts";
import { type Fact, Facts } from "../parts/facts.tsx";
import { texts } from "../texts/index.ts";
import { inventoryOf } from "./inventory.ts";

export function HostHardware({ host }: Readonly<{ host: Host }>) {
  return <Facts facts={hardwareFacts(host)} />;
}

function hardwareFacts(host: Host): Fact[] {
  const { cpu, memory: ram, system_vendor: system, boot, gpus = [], ...inventory } = inventoryOf(host);
  const t = texts.hosts.hardware;
  const sources: NtpSource[] = JSON.parse(host.ntp_sources ?? "[]");
  return [
    [t.cpu, [cpu?.model_name, cpu?.count && t.cores(cpu.count), cpu?.architecture].filter(Boolean).join(", ")],
    [
      t.memory,
      ram &&
        [memory(ram.physical_bytes ?? 0), ram.usable_bytes && t.usable(memory(ram.usable_bytes))]
          .filter(Boolean)
          .join(", "),
    ],
    [
      t.system,
      [system?.manufacturer, system?.product_name, system?.virtual && `(${t.virtual})`].filter(Boolean).join(" "),
    ],
    [t.serial, system?.serial_number],
    [
      t.bmc,
      [inventory.bmc_address, inventory.bmc_v6address]
        .filter((address) => address && !/^(?:0\.0\.0\.0|::(?:\/0)?)$/.test(address))
        .join(", "),
    ],
    [t.bootMode, boot?.current_boot_mode],
    [t.secureBoot, boot?.secure_boot_state],
    [t.pxe, boot?.pxe_interface],
    [t.tpm, inventory.tpm_version],
    [t.gpus, gpus.map(({ vendor = "", name = "" }) => `${vendor} ${name}`.trim()).join(", ")],
    [t.ntp, sources.map(({ source_name = "", source_state = "" }) => `${source_name} (${source_state})`).join(", ")],
    [t.agent, host.discovery_agent_version],
    [t.discovered, moment(instant(host.created_at))],
    [texts.hosts.lastSeen, moment(instant(host.checked_in_at))],
    [t.id, host.id],
    [t.commandLine, boot?.command_line && <code>{boot.command_line}</code>],
  ];
}
