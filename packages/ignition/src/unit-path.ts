export const unitPath = (name: string): string => `/etc/systemd/system/${name}`;
export const dropinPath = (unit: string, name: string): string => `${unitPath(unit)}.d/${name}`;
