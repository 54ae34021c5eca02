/** Milliseconds since the epoch. Core never asks for the time: it is given. */
export type Instant = number;

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
