import { useFormatter } from "next-intl";

/** Returns a function that formats bytes in a readable unit. */
export function useByteFormat() {
  const format = useFormatter();
  return (bytes: number): string => {
    const [unit, amount] =
      bytes < 1e6
        ? (["kilobyte", 1e3] as const)
        : bytes < 1e9
          ? (["megabyte", 1e6] as const)
          : (["gigabyte", 1e9] as const);
    return format.number(bytes / amount, { style: "unit", unit, maximumFractionDigits: 1 });
  };
}
