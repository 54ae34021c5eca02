import type { ErrorBody, InfraError } from "./models/error.ts";

/** The body of an error answer (reference service 1.1); 401 and 403 have `infraErrorBody` instead. */
export function errorBody(status: number, reason: string): ErrorBody {
  return { kind: "Error", id: status, href: "", code: String(status), reason };
}

export function infraErrorBody(status: number, message: string): InfraError {
  return { code: status, message };
}
