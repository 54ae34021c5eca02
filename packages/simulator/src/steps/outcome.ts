/** How a step ended, as the agent reports it. */
export type Outcome = Readonly<{ exitCode: number; output: string; error: string }>;

export const succeeded = (output = ""): Outcome => ({ exitCode: 0, output, error: "" });
export const answered = (response: unknown): Outcome => succeeded(JSON.stringify(response));
export const failed = (error: string, exitCode = -1): Outcome => ({ exitCode, output: "", error });

/** Codes with a meaning of their own on the wire (reference host-side G6). */
export const exitCodes = { timedOut: 124, nameInUse: 125, stopped: 137, mediaDisconnected: 256, imagePull: 2 } as const;
