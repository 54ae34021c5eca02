import type { Role } from "@muster/contract";

/** Who is calling, once that is known. */
export type Caller = Readonly<{ userName: string; orgId: string; emailDomain: string; role: Role }>;

/** With AUTH_TYPE=none everyone is the administrator (reference service 9.4). */
export const anyone: Caller = { userName: "admin", orgId: "", emailDomain: "", role: "admin" };
