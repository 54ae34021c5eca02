import type { ReleaseImage } from "@muster/contract";
import { describe, expect, test } from "vitest";
import { compareVersions, createCatalogue } from "./catalogue.ts";
import type { LiveImage } from "./live-image.ts";

const release = (version: string, over: Partial<ReleaseImage> = {}): ReleaseImage => ({
  openshift_version: version.split(".").slice(0, 2).join("."),
  cpu_architecture: "x86_64",
  cpu_architectures: ["x86_64"],
  url: `quay.io/release:${version}`,
  version,
  ...over,
});

describe("the releases that come with Muster", () => {
  const catalogue = createCatalogue();

  test("begin with the newest, and have one default per architecture at most", () => {
    const versions = catalogue.releases.map(({ version }) => version);
    expect(versions).toEqual(versions.toSorted((a, b) => compareVersions(b, a)));
    const defaults = catalogue.releases.filter((one) => one.default).map(({ cpu_architecture }) => cpu_architecture);
    expect(new Set(defaults).size).toBe(defaults.length);
  });

  test("each have a live image for what they run on", () => {
    for (const { openshift_version, cpu_architecture } of catalogue.releases) {
      if (cpu_architecture === "multi") continue;
      expect(catalogue.findOsImage(openshift_version, cpu_architecture), openshift_version).not.toBeNull();
    }
  });
});

describe("a release", () => {
  const arm: Partial<ReleaseImage> = { cpu_architecture: "arm64", cpu_architectures: ["arm64"] };
  const multi: Partial<ReleaseImage> = {
    cpu_architecture: "multi",
    cpu_architectures: ["x86_64", "arm64"],
    openshift_version: "4.20-multi",
  };
  const catalogue = createCatalogue({
    releases: [
      release("4.20.1"),
      release("4.20.10"),
      release("4.20.10", { ...arm, url: "quay.io/release:4.20.10-arm" }),
      release("4.20.9-multi", { ...multi, url: "quay.io/release:4.20.9-multi" }),
      release("4.21.0-rc.2"),
      release("4.21.0-rc.10"),
    ],
  });

  test.for<[string, string, string]>([
    ["4.20", "x86_64", "quay.io/release:4.20.10"],
    ["4.20", "amd64", "quay.io/release:4.20.10"],
    ["4.20", "aarch64", "quay.io/release:4.20.10-arm"],
    ["4.20.1", "x86_64", "quay.io/release:4.20.1"],
    ["4.20", "multi", "quay.io/release:4.20.9-multi"],
    ["4.20-multi", "multi", "quay.io/release:4.20.9-multi"],
    ["4.20-multi", "x86_64", "quay.io/release:4.20.9-multi"],
    ["4.21", "x86_64", "quay.io/release:4.21.0-rc.10"],
  ])("%s for %s is %s", ([version, architecture, url]) => {
    expect(catalogue.findRelease(version, architecture)?.url).toBe(url);
  });

  test.for<[string, string]>([
    ["4.19", "x86_64"],
    ["4.20.2", "x86_64"],
    ["4.20", "s390x"],
    ["4", "x86_64"],
    ["", "x86_64"],
  ])("%j for %s is none", ([version, architecture]) => {
    expect(catalogue.findRelease(version, architecture)).toBeNull();
  });

  test("for all architectures is taken for one of them where nothing else has the version", () => {
    const all: Partial<ReleaseImage> = { cpu_architecture: "multi", cpu_architectures: ["aarch64", "x86_64"] };
    const only = createCatalogue({ releases: [release("4.20.9", { ...all, url: "quay.io/release:all" })] });
    for (const architecture of ["x86_64", "arm64", "aarch64", "multi"]) {
      expect(only.findRelease("4.20", architecture)?.url).toBe("quay.io/release:all");
    }
    expect(only.findRelease("4.20", "s390x")).toBeNull();
  });

  test("may be named by its image", () => {
    expect(catalogue.findReleaseByUrl("quay.io/release:4.20.1")?.version).toBe("4.20.1");
    expect(catalogue.findReleaseByUrl("quay.io/release:9")).toBeNull();
  });

  test("that is to be ignored is not offered", () => {
    const releases = [release("4.20.1"), release("4.21.1"), release("4.16.0-0.okd")];
    const fewer = createCatalogue({ releases, ignoredVersions: ["4.20.1"], okd: false });
    expect(fewer.releases.map(({ version }) => version)).toEqual(["4.21.1"]);
    expect(createCatalogue({ releases, ignoredVersions: ["4.21"] }).findRelease("4.21", "x86_64")).toBeNull();
  });
});

describe("a live image", () => {
  const image = (openshift_version: string, cpu_architecture: "x86_64" | "arm64" = "x86_64") => ({
    openshift_version,
    cpu_architecture,
    url: `https://example.com/${openshift_version}-${cpu_architecture}.iso`,
    version: "1",
  });
  const catalogue = createCatalogue({
    osImages: [image("4.9"), image("4.20"), image("4.20.3"), image("4.20", "arm64")],
  });

  test.for<[string, string, string]>([
    ["4.20", "x86_64", "4.20-x86_64"],
    ["4.20.3", "x86_64", "4.20.3-x86_64"],
    ["4.20.99", "aarch64", "4.20-arm64"],
    ["4.9.59", "x86_64", "4.9-x86_64"],
    ["", "x86_64", "4.20.3-x86_64"],
  ])("for %j on %s is %s", ([version, architecture, name]) => {
    expect(catalogue.findOsImage(version, architecture)?.url).toBe(`https://example.com/${name}.iso`);
  });

  test("for a version that nobody has is none", () => {
    expect(catalogue.findOsImage("4.21", "x86_64")).toBeNull();
    expect(catalogue.findOsImage("4.20", "s390x")).toBeNull();
  });
});

test("versions are compared by their numbers, and a release comes after its candidates", () => {
  const sorted = ["4.9.1", "4.20.0-ec.1", "4.20.0-rc.2", "4.20.0-rc.10", "4.20.0", "4.20.1", "5.0.0"];
  expect(sorted.toReversed().toSorted(compareVersions)).toEqual(sorted);
});

describe("a live image that was added", () => {
  const image = (openshift_version: string, url: string, version = url): LiveImage => ({
    openshift_version,
    cpu_architecture: "x86_64",
    url,
    version,
  });
  const added: LiveImage[] = [];
  const catalogue = createCatalogue({ osImages: [image("4.20", "a"), image("4.21", "b")], added: () => added });

  test("is found before those of the settings, also by its minor version", () => {
    expect(catalogue.findOsImage("4.20", "x86_64")?.url).toBe("a");
    added.push(image("4.20.3", "c"));
    expect(catalogue.findOsImage("4.20", "x86_64")?.url).toBe("c");
    expect(catalogue.findOsImage("4.21", "x86_64")?.url).toBe("b");
  });

  test("takes the place of one for the same version, which links may still name by its own", () => {
    added.push(image("4.21", "d"));
    expect(catalogue.osImages.map(({ url }) => url)).toEqual(["d", "c", "a"]);
    expect(catalogue.findLinkedImage("4.21", "x86_64")?.url).toBe("d");
    expect(catalogue.findLinkedImage("b", "x86_64")?.url).toBe("b");
    expect(catalogue.findLinkedImage("", "x86_64")).toBeNull();
  });

  test("is told from those that somebody configured and those that nobody chose", () => {
    const origins = catalogue.osImages.map((each) => catalogue.originOf(each));
    expect(origins).toEqual(["added", "added", "configured"]);
    const plain = createCatalogue();
    expect(plain.osImages.every((each) => plain.originOf(each) === "built-in")).toBe(true);
  });
});
