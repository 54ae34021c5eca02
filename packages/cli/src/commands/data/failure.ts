import { Failure } from "../../failure.ts";
import { fileFailure } from "../../files.ts";

/** What the service says about its data or an archive, for people. */
export async function orFailure<Value>(
  path: string,
  action: "read" | "written",
  work: () => Promise<Value>,
): Promise<Value> {
  const { StartError } = await import("@muster/service");
  return work().catch((error: unknown) => {
    if (error instanceof StartError) throw new Failure(error.message, error.remedy, undefined, error);
    throw fileFailure(error, path, action);
  });
}
