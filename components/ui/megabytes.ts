import type { useFormatter } from "next-intl";

/** Megabytes as plans count them: 1,048,576 bytes each. */
export const megabytes = (format: ReturnType<typeof useFormatter>, bytes: number) =>
  format.number(bytes / 2 ** 20, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
