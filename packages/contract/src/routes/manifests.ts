import { Type } from "typebox";
import { CreateManifestParams, ListManifests, Manifest, UpdateManifestParams } from "../models/manifest.ts";
import { Binary, Default, Fields } from "../schema.ts";
import { v2 } from "./groups.ts";
import { manifestFile } from "./parameters.ts";
import { type Auth, defineRoutes, editors, errors, user } from "./route.ts";

// These operations ask for a user without naming roles (reference service 1.2).
const anyUser: readonly Auth[] = [user()];

export const manifestRoutes = defineRoutes(
  { ...v2, tag: "manifests" },
  {
    V2ListClusterManifests: {
      method: "GET",
      path: "/clusters/{cluster_id}/manifests",
      summary: "List the manifests that will be applied to a cluster.",
      auth: anyUser,
      query: Fields({ include_system_generated: Default(Type.Boolean(), false) }),
      responses: { 200: ListManifests, ...errors(404, 409) },
    },
    V2CreateClusterManifest: {
      method: "POST",
      path: "/clusters/{cluster_id}/manifests",
      summary: "Add a manifest; its content is base64.",
      auth: anyUser,
      body: CreateManifestParams,
      responses: { 201: Manifest, ...errors(400, 404, 409) },
    },
    V2UpdateClusterManifest: {
      method: "PATCH",
      path: "/clusters/{cluster_id}/manifests",
      summary: "Change a manifest's content, or move it.",
      auth: anyUser,
      body: UpdateManifestParams,
      responses: { 200: Manifest, ...errors(400, 404, 409) },
    },
    V2DeleteClusterManifest: {
      method: "DELETE",
      path: "/clusters/{cluster_id}/manifests",
      summary: "Remove a manifest.",
      auth: editors,
      query: manifestFile,
      responses: { 200: null, ...errors(404, 409) },
    },
    v2DownloadClusterManifest: {
      method: "GET",
      path: "/clusters/{cluster_id}/manifests/files",
      summary: "Download one manifest.",
      auth: anyUser,
      query: manifestFile,
      responses: { 200: Binary, ...errors(404, 409) },
      responseType: "octet-stream",
    },
  },
);
