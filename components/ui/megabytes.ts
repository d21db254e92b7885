import type { useFormatter } from "next-intl";

/** As plans count them: of 1,048,576 bytes. */
export const megabytes = (format: ReturnType<typeof useFormatter>, bytes: number) =>
  format.number(bytes / 2 ** 20, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
