import { randomBytes } from "node:crypto";

/** Leaves out 0 o 1 l i, so that aliases on paper are typed correctly. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
export const randomLength = 7;

/** Returns an alias that cannot be guessed, from cryptographically random bytes. */
export function randomAlias(bytes: () => Iterable<number> = () => randomBytes(randomLength)): string {
  let alias = "";
  while (alias.length < randomLength) {
    // There are 31 characters for 32 values: dropping the last value keeps every character equally likely.
    for (const byte of bytes()) alias += alphabet[byte & 31] ?? "";
  }
  return alias.slice(0, randomLength);
}
