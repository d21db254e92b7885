// This file is separate from the schema, which editors do not need to load.

export const positions = ["bottom-right", "bottom-left", "center", "top", "bottom"] as const;
export const triggers = ["load", "delay", "exit"] as const;

/** The default delay of an overlay, in seconds. */
export const usualDelay = 5;

export type Position = (typeof positions)[number];
export type Trigger = (typeof triggers)[number];

export interface OverlayPlacement {
  position?: Position;
  trigger?: Trigger;
  delay?: number;
}
