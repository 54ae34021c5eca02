import type { Root } from "./root.ts";
import type { SystemUnits } from "./units.ts";

const own = "/etc/systemd/system";
const directories = [own, "/usr/local/lib/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"];

/** The units that a system has on its disk. */
export const systemUnitsOf = (root: Root): SystemUnits => ({
  find: (name) => {
    const path = directories.map((directory) => `${directory}/${name}`).find((each) => root.isFile(each));
    return path === undefined ? null : { path, text: root.readText(path) };
  },
  linksOf: (name) =>
    root
      .list(own)
      .filter((directory) => /\.(?:wants|requires|upholds)$/.test(directory))
      .filter((directory) => root.list(`${own}/${directory}`).includes(name))
      .map((directory) => `${own}/${directory}/${name}`),
});
