import { hexOf } from "@/lib/contract/colors";

/** Converts `#1e3c5a` to the API's `rgb(r,g,b)`. Returns anything else unchanged, for the server to check. */
export function formatRgb(color: string): string {
  const [, hex] = /^#?([\da-f]{6}|[\da-f]{3})$/i.exec(color.trim()) ?? [];
  if (!hex) return color;
  const parts = hex.match(hex.length === 3 ? /./g : /../g) ?? [];
  return `rgb(${parts.map((part) => Number.parseInt(part.repeat(2 / part.length), 16)).join(",")})`;
}

/** Converts the API's `rgb(r,g,b)` to `#1e3c5a`. */
export const parseTypedColor = (rgb: string) => hexOf((rgb.match(/\d+/g) ?? []).map(Number));
