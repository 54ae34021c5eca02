import type { Argument, Flag } from "../../command.ts";
import { clusterNames } from "../../service/names.ts";

export const clusterArgument: Argument = {
  name: "CLUSTER",
  says: "Its name, its id, or the beginning of the id",
  completes: clusterNames,
};

export const clusterFlag: Flag = {
  name: "cluster",
  value: "CLUSTER",
  says: "Only those of this cluster",
  completes: clusterNames,
};
