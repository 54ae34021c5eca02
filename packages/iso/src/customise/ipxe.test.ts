import { expect, test } from "vitest";
import { ipxeBootScript, ipxeRedirectScript, networkKernelArguments } from "./ipxe.ts";

const urls = { kernelUrl: "http://a/kernel", initrdUrl: "http://a/initrd", rootfsUrl: "http://a/rootfs" };

test("the boot script starts the live system with the usual arguments and more", () => {
  expect(ipxeBootScript({ ...urls, extraArguments: ["fips=1", "p"] })).toBe(`#!ipxe
initrd --name initrd http://a/initrd
kernel http://a/kernel initrd=initrd coreos.live.rootfs_url=http://a/rootfs random.trust_cpu=on rd.luks.options=discard ignition.firstboot ignition.platform.id=metal console=tty1 console=ttyS1,115200n8 coreos.inst.persistent-kargs="console=tty1 console=ttyS1,115200n8" fips=1 p
boot
`);
});

test("the boot script can use the arguments of the image", () => {
  const kernelArguments = networkKernelArguments("coreos.liveiso=x ignition.firstboot ignition.platform.id=metal");
  expect(ipxeBootScript({ ...urls, kernelArguments })).toBe(`#!ipxe
initrd --name initrd http://a/initrd
kernel http://a/kernel initrd=initrd coreos.live.rootfs_url=http://a/rootfs ignition.firstboot ignition.platform.id=metal
boot
`);
});

test("the redirect script asks again with the MAC of the machine", () => {
  expect(ipxeRedirectScript("http://a/files?file_name=ipxe-script")).toBe(
    "#!ipxe\nchain http://a/files?file_name=ipxe-script&mac=$" + "{net0/mac}\n",
  );
});
