// Which buttons a person sees. The service checks again; this only spares people buttons that would be refused.
import type { Me } from "@muster/contract";
import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../api/queries.ts";

/** Nobody may before the service has said who they are: a button that vanishes again would be pressed. */
export const mayEdit = (me: Pick<Me, "role"> | undefined): boolean => me !== undefined && me.role !== "read-only-admin";

export const useMayEdit = (): boolean => mayEdit(useQuery(meQuery()).data);
