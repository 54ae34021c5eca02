import { networkBootScript } from "@muster/nmstate";

export const networkUnitName = "pre-network-manager-config.service";

/** Gives the machine its network before anything uses it: on the live system, or already in its initrd. */
export const networkUnit = (where: "live-system" | "initrd"): string => `[Unit]
Description=Gives this machine the network that was described for it
DefaultDependencies=no
Wants=systemd-udev-settle.service
After=systemd-udev-settle.service
Before=${where === "initrd" ? "coreos-copy-firstboot-network.service nm-initrd.service dracut-initqueue.service" : "NetworkManager.service"}

[Service]
Type=oneshot
TimeoutSec=300
RemainAfterExit=yes
ExecStart=${networkBootScript.path}

[Install]
WantedBy=${where === "initrd" ? "initrd.target" : "multi-user.target"}
`;
