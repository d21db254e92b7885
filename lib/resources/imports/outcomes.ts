export const importOutcomes = [
  "ready",
  "taken",
  "own",
  "repeated",
  "present",
  "invalid",
  "created",
  "renamed",
  "overwritten",
  "left",
] as const;

export type ImportOutcome = (typeof importOutcomes)[number];
