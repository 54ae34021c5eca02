import type { Argument } from "../../command.ts";
import { hostNames } from "../../service/names.ts";

export const hostArgument: Argument = {
  name: "HOST",
  says: "Its host name, its id, or the beginning of the id",
  completes: hostNames,
};
