import { hexOf } from "@/lib/contract/colors";

/** `rgb(r,g,b)`, as the API has it, for what people type: `#1e3c5a`. Anything else is left to the server's judgement. */
export function rgbOf(colour: string): string {
  const [, hex] = /^#?([\da-f]{6}|[\da-f]{3})$/i.exec(colour.trim()) ?? [];
  if (!hex) return colour;
  const parts = hex.match(hex.length === 3 ? /./g : /../g) ?? [];
  return `rgb(${parts.map((part) => Number.parseInt(part.repeat(2 / part.length), 16)).join(",")})`;
}

/** The other way round. */
export const typedOf = (rgb: string) => hexOf((rgb.match(/\d+/g) ?? []).map(Number));
