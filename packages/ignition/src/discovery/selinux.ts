import type { Parts } from "../build/config.ts";
import { file } from "../build/nodes.ts";
import { unit } from "../build/units.ts";

/** Lets the time service answer the agent, which asks it from inside a container. */
export const selinuxParts = (): Parts => ({
  files: [file("/root/assisted.te", policy)],
  units: [unit("selinux.service", service)],
});

const service = `[Unit]
Description=Let the time service answer programs in containers
ConditionSecurity=selinux
Before=agent.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/bin/checkmodule -M -m -o /root/assisted.mod /root/assisted.te
ExecStart=/usr/bin/semodule_package -o /root/assisted.pp -m /root/assisted.mod
ExecStart=/usr/sbin/semodule -i /root/assisted.pp

[Install]
WantedBy=multi-user.target
`;

const policy = `module assisted 1.0;

require {
	type chronyd_t;
	type container_file_t;
	type spc_t;
	class dir search;
	class sock_file write;
	class unix_dgram_socket sendto;
}

# chronyc makes a socket of its own, and chronyd answers there.
allow chronyd_t container_file_t:dir search;
allow chronyd_t container_file_t:sock_file write;
allow chronyd_t spc_t:unix_dgram_socket sendto;
`;
