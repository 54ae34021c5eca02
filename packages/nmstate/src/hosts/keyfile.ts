/**
 * Profiles of the image must win over those that the live system makes by itself: reference service 6.4 sets
 * autoconnect and a priority. An interface that is to stay down (autoconnect=false) stays down.
 */
export function withPriority(keyfile: string): string {
  const lines = keyfile.split("\n");
  const start = lines.indexOf("[connection]");
  const next = lines.findIndex((line, index) => index > start && line.startsWith("["));
  const section = lines.slice(start + 1, next < 0 ? lines.length : next);
  const settings = section.filter((line) => !/^autoconnect(?:-priority)?=/.test(line));
  const autoconnect = section.includes("autoconnect=false") ? "autoconnect=false" : "autoconnect=true";
  return [
    ...lines.slice(0, start + 1),
    autoconnect,
    "autoconnect-priority=1",
    ...settings,
    ...(next < 0 ? [] : lines.slice(next)),
  ].join("\n");
}

/** `sriov:eth0:3` is the library's way to call a virtual function; the kernel's name for it, as systemd makes it, is eth0v3. */
export const withFunctionNames = (text: string): string => text.replaceAll(/\bsriov:([^:\s/]+):(\d+)\b/g, "$1v$2");
