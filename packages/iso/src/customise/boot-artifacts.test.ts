import { describe, expect, test } from "vitest";
import { gzipCpio } from "../archive/gzip-cpio.ts";
import { readInitrd } from "../archive/initrd.ts";
import { openLiveIso } from "../live/live-iso.ts";
import { filler } from "../testing/live-files.ts";
import { buildLiveIso } from "../testing/live-iso.ts";
import { bootArtifact, initrdAddrsize, insFile, networkBootInitrd } from "./boot-artifacts.ts";

describe("boot artifacts", () => {
  test("kernel and root filesystem are views into the image", async () => {
    const live = await openLiveIso(await buildLiveIso());
    const kernel = bootArtifact(live, "kernel");
    expect(Buffer.from(await kernel.read(0, kernel.size))).toEqual(filler(40_000, 1));
    const rootfs = bootArtifact(live, "rootfs");
    expect(Buffer.from(await rootfs.read(100, 50))).toEqual(filler(300_000, 2).subarray(100, 150));
  });

  test("the initrd carries the image's own files, the config and the network files, in this order", async () => {
    const live = await openLiveIso(await buildLiveIso());
    const network = gzipCpio([{ path: "etc/assisted/network/host0/a", mode: 0o100600, bytes: Buffer.from("n") }]);
    const initrd = networkBootInitrd(live, { ignition: Buffer.from("config"), archives: [network] });
    const files = (await readInitrd(await initrd.read(0, initrd.size))).filter(({ mode }) => mode & 0o100000);
    expect(files.map(({ path }) => path)).toEqual([
      "etc/coreos-live-initramfs",
      "init",
      "config.ign",
      "etc/assisted/network/host0/a",
    ]);
    expect(String(files[2]?.bytes)).toBe("config");
  });

  test("s390x: addrsize is the address of the image and the size of the initrd", async () => {
    const live = await openLiveIso(await buildLiveIso({ architecture: "s390x" }));
    expect(Buffer.from(await initrdAddrsize(live, 0x1234)).toString("hex")).toBe("00000000020000000000000000001234");
  });

  test("s390x: the INS file can name files as they are served", async () => {
    const live = await openLiveIso(await buildLiveIso({ architecture: "s390x" }));
    expect(await insFile(live, { vmlinuz: "agent.s390x-kernel.img", "initrd.img": "agent.s390x-initrd.img" })).toBe(
      "* live image\nagent.s390x-kernel.img 0x00000000\nagent.s390x-initrd.img 0x02000000\nimages/initrd.addrsize 0x00010408\n",
    );
  });

  test("what an image does not have is an answer with its name", async () => {
    const live = await openLiveIso(await buildLiveIso({ rootfs: null }));
    expect(() => bootArtifact(live, "rootfs")).toThrow(expect.objectContaining({ code: "artifact_missing" }));
    expect(() => bootArtifact(live, "ins-file")).toThrow("no ins-file in the image synthetic-live-1");
    await expect(initrdAddrsize(live, 1)).rejects.toMatchObject({ code: "artifact_missing" });
  });
});
