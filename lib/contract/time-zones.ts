/**
 * One name for each time zone. An account may have another name of the same zone, such as Asia/Kolkata for
 * Asia/Calcutta.
 */
export const zonesWith = (chosen: string) => [
  ...new Set(["UTC", ...[chosen, ...Intl.supportedValuesOf("timeZone")].filter((zone) => zone !== "UTC").sort()]),
];
