import type { Parts } from "../build/config.ts";
import { file } from "../build/nodes.ts";
import { systemUnit, unit } from "../build/units.ts";

/** Disks behind several paths, and disks that the firmware reached by iSCSI. */
export const storageParts = (): Parts => ({
  files: [file("/etc/multipath.conf", multipath)],
  units: [systemUnit("multipathd.service"), unit("iscsistart.service", iscsistart)],
});

const multipath = `defaults {
    user_friendly_names yes
    find_multipaths yes
    enable_foreign "^$"
}
blacklist_exceptions {
    property "(SCSI_IDENT_|ID_WWN)"
}
blacklist {
}
`;

const iscsistart = `[Unit]
Description=Connect to the iSCSI disks that the firmware knows
After=network-online.target
Wants=network-online.target
Before=agent.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStartPre=-/usr/sbin/modprobe iscsi_ibft
ExecStart=/bin/sh -c "[ ! -d /sys/firmware/ibft ] || /usr/sbin/iscsistart -b"

[Install]
WantedBy=multi-user.target
`;
