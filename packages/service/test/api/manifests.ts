import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newCluster, refusal } from "../scene.ts";
import { service } from "./service.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const configMap = base64("apiVersion: v1\nkind: ConfigMap\n");

type Folder = "manifests" | "openshift";
const create = (clusterId: string, file_name: string, content = configMap, folder?: Folder) =>
  service.client.send("V2CreateClusterManifest", {
    params: { cluster_id: clusterId },
    body: { file_name, content, ...(folder && { folder }) },
  });
const update = (clusterId: string, body: object) =>
  service.client.send("V2UpdateClusterManifest", {
    params: { cluster_id: clusterId },
    body: { folder: "manifests", file_name: "a.yaml", ...body },
  });
const list = (clusterId: string) =>
  service.client.call("V2ListClusterManifests", { params: { cluster_id: clusterId } });
const content = async (clusterId: string, file_name: string, folder?: Folder) =>
  (
    await service.client.call("v2DownloadClusterManifest", {
      params: { cluster_id: clusterId },
      query: { file_name, folder },
    })
  ).text();

describe("a manifest", () => {
  test("is created, listed, read, changed, moved and removed", async () => {
    const { id } = await newCluster(service.client);
    const created = await create(id, "a.yaml");
    const shown = { folder: "manifests", file_name: "a.yaml", manifest_source: "user" };
    expect([created.status, created.body]).toEqual([201, shown]);
    expect(await list(id)).toEqual([shown]);
    expect(await content(id, "a.yaml")).toBe("apiVersion: v1\nkind: ConfigMap\n");

    const changed = await update(id, { updated_content: base64("kind: Secret\n") });
    expect([changed.status, changed.body]).toEqual([200, shown]);
    expect(await content(id, "a.yaml")).toBe("kind: Secret\n");

    const moved = await update(id, { updated_folder: "openshift", updated_file_name: "b.yml" });
    expect(moved.body).toEqual({ folder: "openshift", file_name: "b.yml", manifest_source: "user" });
    expect(await list(id)).toEqual([moved.body]);
    expect(await content(id, "b.yml", "openshift")).toBe("kind: Secret\n");
    expect(await refusal(content(id, "a.yaml"))).toMatchObject({ status: 404 });

    const removed = await service.client.send("V2DeleteClusterManifest", {
      params: { cluster_id: id },
      query: { file_name: "b.yml", folder: "openshift" },
    });
    expect(removed.status).toBe(200);
    expect(await list(id)).toEqual([]);
    expect(await refusal(content(id, "b.yml", "openshift"))).toMatchObject({ status: 404 });
  });

  test("that is created again replaces the first", async () => {
    const { id } = await newCluster(service.client);
    await create(id, "a.json", base64("{}"));
    await create(id, "a.json", base64('{"kind": "Secret"}'));
    expect(await list(id)).toHaveLength(1);
    expect(await content(id, "a.json")).toBe('{"kind": "Secret"}');
  });

  test("may be a patch, and may hold several documents", async () => {
    const { id } = await newCluster(service.client);
    const patch = base64("- op: replace\n  path: /spec/mastersSchedulable\n  value: true\n");
    for (const name of ["a.yaml.patch", "a.yml.patch_1"]) expect((await create(id, name, patch)).status).toBe(201);
    expect((await create(id, "many.yaml", base64("a: 1\n---\nb: 2\n"))).status).toBe(201);
    expect(await list(id)).toHaveLength(3);
  });

  test("of 1 MiB is taken, and one byte more is not", async () => {
    const { id } = await newCluster(service.client);
    const text = `a: ${"x".repeat(1024 ** 2 - 3)}`;
    expect((await create(id, "large.yaml", base64(text))).status).toBe(201);
    const refused = await refusal(create(id, "larger.yaml", base64(`${text}x`)));
    expect(refused).toEqual({ status: 400, reason: expect.stringContaining("1 MiB") });
  });

  test.for<[string, string, string, string?]>([
    ["has a slash in its name", "file_name", "a/b.yaml"],
    ["climbs out of its folder", "file_name", "../a.yaml"],
    ["has another ending", "file_name", "a.txt"],
    ["has no name", "file_name", ""],
    ["has a name that no file system takes", "shorter", `${"x".repeat(300)}.yaml`],
    ["has a zero in its name", "file_name", "a\0.yaml"],
    ["is empty", "empty", "a.yaml", ""],
    ["is not base64", "base64", "a.yaml", "!?"],
    ["is not YAML", "YAML", "a.yaml", base64("a: [1")],
    ["is not JSON", "JSON", "a.json", base64("{")],
    ["holds no document", "no document", "a.yaml", base64("# nothing\n")],
    ["is empty inside", "no document", "a.yaml", base64("\n")],
    ["is called a patch and is a manifest", "no patch", "a.yml.patch", base64("kind: Secret\n")],
    ["patches in a way that there is none", "no patch", "a.yaml.patch_1", base64("- op: mend\n  path: /spec\n")],
  ])("that %s is refused", async ([, named, name, text]) => {
    const { id } = await newCluster(service.client);
    const refused = await refusal(create(id, name, text));
    expect(refused).toEqual({ status: 400, reason: expect.stringContaining(named) });
    expect(await list(id)).toEqual([]);
  });

  test("may stand in one folder only, however it gets there", async () => {
    const { id } = await newCluster(service.client);
    await create(id, "a.yaml", configMap, "openshift");
    expect(await refusal(create(id, "a.yaml"))).toEqual({
      status: 400,
      reason: expect.stringContaining("folder openshift"),
    });
    await create(id, "b.yaml");
    expect(await refusal(update(id, { file_name: "b.yaml", updated_file_name: "a.yaml" }))).toMatchObject({
      status: 400,
    });
    // Two at once: one is too late.
    const both = await Promise.allSettled([create(id, "c.yaml"), create(id, "c.yaml", configMap, "openshift")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await list(id)).filter(({ file_name }) => file_name === "c.yaml")).toHaveLength(1);
  });

  test("leaves nothing in the store but what is listed, however it was changed, refused and removed", async () => {
    const { id } = await newCluster(service.client);
    const stored = () => readdir(join(service.directory, "objects", id, "manifests")).catch(() => []);
    await create(id, "a.yaml");
    await update(id, { updated_content: base64("kind: Secret\n") });
    await update(id, { updated_folder: "openshift" });
    await create(id, "b.yaml");
    expect(await stored()).toHaveLength(2);
    await refusal(create(id, "b.yaml", base64("kind: Pod\n"), "openshift"));
    await Promise.allSettled([
      create(id, "c.yaml", base64("c: 1\n")),
      create(id, "c.yaml", base64("c: 2\n"), "openshift"),
    ]);
    expect(await stored()).toHaveLength(3);
    // As a crash between the two halves of a change would leave it.
    await writeFile(join(service.directory, "objects", id, "manifests", "orphan"), "kind: Pod\n");
    await service.client.call("V2DeleteClusterManifest", {
      params: { cluster_id: id },
      query: { file_name: "b.yaml" },
    });
    expect(await stored()).toHaveLength(2);
    expect(await content(id, "a.yaml", "openshift")).toBe("kind: Secret\n");
  });

  test("is refused when there are too many already, unless it replaces one", async () => {
    const { id } = await newCluster(service.client);
    await Promise.all(Array.from({ length: 500 }, (_, number) => create(id, `m-${number}.yaml`)));
    expect(await refusal(create(id, "one-more.yaml"))).toEqual({
      status: 400,
      reason: expect.stringContaining("500 manifests"),
    });
    expect((await create(id, "m-7.yaml", base64("kind: Secret\n"))).status).toBe(201);
    expect(await list(id)).toHaveLength(500);
  });

  test("that is not there can neither be changed, read nor removed", async () => {
    const { id } = await newCluster(service.client);
    const missing = { status: 404, reason: expect.stringContaining("manifests/a.yaml") };
    expect(await refusal(update(id, { updated_content: configMap }))).toEqual(missing);
    expect(await refusal(content(id, "a.yaml"))).toEqual(missing);
    const remove = service.client.call("V2DeleteClusterManifest", {
      params: { cluster_id: id },
      query: { file_name: "a.yaml" },
    });
    expect(await refusal(remove)).toEqual(missing);
  });

  test("is not changed by a change that changes nothing, nor by a wrong one", async () => {
    const { id } = await newCluster(service.client);
    await create(id, "a.yaml");
    expect(await refusal(update(id, {}))).toEqual({
      status: 400,
      reason: expect.stringContaining("updated_content"),
    });
    expect(await refusal(update(id, { updated_content: base64("a: [1") }))).toMatchObject({ status: 400 });
    expect(await refusal(update(id, { updated_file_name: "a.txt" }))).toEqual({
      status: 400,
      reason: expect.stringContaining("updated_file_name"),
    });
    expect(await content(id, "a.yaml")).toContain("ConfigMap");
  });

  test("of a user counts as use of a feature", async () => {
    const { id } = await newCluster(service.client);
    await create(id, "a.yaml");
    const cluster = await service.client.call("v2GetCluster", { params: { cluster_id: id } });
    expect(cluster.feature_usage).toContain("Custom manifest");
  });
});
