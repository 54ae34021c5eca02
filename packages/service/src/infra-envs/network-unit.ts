import { networkBootScript } from "@muster/nmstate";

export const networkUnitName = "pre-network-manager-config.service";

/** Gives the machine its network already in the initrd, before anything is fetched. */
export const networkUnit = `[Unit]
Description=Gives this machine the network that was described for it
DefaultDependencies=no
Wants=systemd-udev-settle.service
After=systemd-udev-settle.service
Before=coreos-copy-firstboot-network.service nm-initrd.service dracut-initqueue.service

[Service]
Type=oneshot
TimeoutSec=300
RemainAfterExit=yes
ExecStart=${networkBootScript.path}

[Install]
WantedBy=initrd.target
`;
