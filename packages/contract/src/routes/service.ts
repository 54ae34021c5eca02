import { Type } from "typebox";
import { MapOf } from "../schema.ts";
import { base, service } from "./groups.ts";
import { defineRoutes, errors, open } from "./route.ts";

const text = Type.String();
const document = MapOf(Type.Unknown());

/** What is served beside the REST API: for probes, for monitoring, for people who read. */
export const serviceRoutes = defineRoutes(service, {
  getHealth: {
    method: "GET",
    path: "/health",
    summary: "Answer whether the service works, or should be restarted.",
    auth: open,
    responses: { 200: text, ...errors(500) },
    responseType: "text",
  },
  getLive: {
    method: "GET",
    path: "/live",
    summary: "Answer that the process is there.",
    auth: open,
    responses: { 200: text },
    responseType: "text",
  },
  getReady: {
    method: "GET",
    path: "/ready",
    summary: "Answer whether the service takes requests, its images included.",
    auth: open,
    responses: { 200: text, ...errors(503) },
    responseType: "text",
  },
  getMetrics: {
    method: "GET",
    path: "/metrics",
    summary: "Read metrics in the Prometheus text format.",
    auth: open,
    responses: { 200: text },
    responseType: "text",
  },
  getOpenApi: {
    method: "GET",
    path: `${base}/openapi`,
    summary: "Read this document.",
    auth: open,
    responses: { 200: document },
  },
  getV2OpenApi: {
    method: "GET",
    path: `${base}/v2/openapi`,
    summary: "Read this document at its other address.",
    auth: open,
    responses: { 200: document },
  },
  getDocs: {
    method: "GET",
    path: "/docs",
    summary: "Read about every operation on a page for people.",
    auth: open,
    responses: { 200: text },
    responseType: "html",
  },
  getCauses: {
    method: "GET",
    path: "/docs/causes",
    summary: "Look up what an explanation names as a cause.",
    auth: open,
    responses: { 200: text },
    responseType: "html",
  },
});
