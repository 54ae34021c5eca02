import type { TSchemaOptions } from "typebox";
import { Enumeration } from "../schema.ts";

const single = ["x86_64", "aarch64", "arm64", "ppc64le", "s390x"] as const;

/** What one machine can be. */
export const SingleCpuArchitecture = (options: TSchemaOptions = {}) => Enumeration([...single], options);

/** What a cluster or a release image can be: one architecture, or a mix. */
export const CpuArchitecture = (options: TSchemaOptions = {}) => Enumeration([...single, "multi"], options);
