// Apart from the schema, which editors need not load.

export const positions = ["bottom-right", "bottom-left", "center", "top", "bottom"] as const;
export const triggers = ["load", "delay", "exit"] as const;

/** Seconds that an overlay waits where nobody says how many. */
export const usualDelay = 5;

export type Position = (typeof positions)[number];
export type Trigger = (typeof triggers)[number];

export interface Placing {
  position?: Position;
  trigger?: Trigger;
  delay?: number;
}
