import { type Static, type TSchemaOptions, Type } from "typebox";
import { Enumeration, Model, Nullable, named } from "../schema.ts";

const Folder = (options: TSchemaOptions = {}) => Enumeration(["manifests", "openshift"], options);
const FileName = Type.String({
  pattern: "^[^/]*\\.(json|ya?ml(\\.patch_?[a-zA-Z0-9_]*)?)$",
  description: "a file name without slashes that ends in .json, .yaml or .yml, or in .yaml.patch with a suffix",
});

export const Manifest = Model("manifest", {
  folder: Type.Optional(Folder()),
  file_name: Type.Optional(Type.String()),
  manifest_source: Type.Optional(Enumeration(["user", "system"])),
});
export type Manifest = Static<typeof Manifest>;

export const ListManifests = named("list-manifests", Type.Array(Manifest));
export type ListManifests = Static<typeof ListManifests>;

export const CreateManifestParams = Model("create-manifest-params", {
  folder: Type.Optional(Folder({ assumed: "manifests" })),
  file_name: FileName,
  content: Type.String(),
});
export type CreateManifestParams = Static<typeof CreateManifestParams>;

export const UpdateManifestParams = Model("update-manifest-params", {
  folder: Folder({ assumed: "manifests" }),
  file_name: FileName,
  updated_folder: Type.Optional(Nullable(Folder({ assumed: "manifests" }))),
  updated_file_name: Type.Optional(Nullable(FileName)),
  updated_content: Type.Optional(Nullable(Type.String())),
});
export type UpdateManifestParams = Static<typeof UpdateManifestParams>;
