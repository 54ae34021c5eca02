/** Where logs lie in the object store (reference service 1.3). */
export const hostLogsKey = (ownerId: string, hostId: string): string => `${ownerId}/logs/${hostId}/logs.tar.gz`;
export const controllerLogsKey = (clusterId: string): string => `${clusterId}/logs/controller/logs.tar.gz`;
