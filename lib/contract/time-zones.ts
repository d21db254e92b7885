/** Each under one name; the account's may be another one, as Asia/Kolkata is of Asia/Calcutta. */
export const zonesWith = (chosen: string) => [
  ...new Set(["UTC", ...[chosen, ...Intl.supportedValuesOf("timeZone")].filter((zone) => zone !== "UTC").sort()]),
];
