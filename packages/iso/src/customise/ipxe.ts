/** What every live system is started with over the network (reference service 6.3). */
const liveKernelArguments =
  "random.trust_cpu=on rd.luks.options=discard ignition.firstboot ignition.platform.id=metal " +
  'console=tty1 console=ttyS1,115200n8 coreos.inst.persistent-kargs="console=tty1 console=ttyS1,115200n8"';

export interface IpxeBoot {
  readonly kernelUrl: string;
  readonly initrdUrl: string;
  readonly rootfsUrl: string;
  /** Appended to the usual ones. */
  readonly extraArguments?: readonly string[];
  /** Instead of the usual ones, such as the defaults of the image itself (`networkKernelArguments`). */
  readonly kernelArguments?: string;
}

/** Starts the live system. */
export function ipxeBootScript(boot: IpxeBoot): string {
  const { kernelUrl, initrdUrl, rootfsUrl, extraArguments = [], kernelArguments = liveKernelArguments } = boot;
  const kernelLine = [
    `kernel ${kernelUrl} initrd=initrd coreos.live.rootfs_url=${rootfsUrl}`,
    kernelArguments,
    ...extraArguments,
  ];
  return `#!ipxe\ninitrd --name initrd ${initrdUrl}\n${kernelLine.filter((part) => part !== "").join(" ")}\nboot\n`;
}

/** Asks again with the machine's MAC, so that the service can answer for one machine; `${net0/mac}` is iPXE's own. */
export function ipxeRedirectScript(scriptUrl: string): string {
  const separator = scriptUrl.includes("?") ? "&" : "?";
  return `#!ipxe\nchain ${scriptUrl}${separator}mac=\${net0/mac}\n`;
}

/** The image's own kernel arguments without the reference to the medium (reference installer 5.2). */
export function networkKernelArguments(defaults: string): string {
  return defaults.replace(/coreos\.liveiso=\S+ ?/g, "").trimEnd();
}
