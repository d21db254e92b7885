import { randomBytes } from "node:crypto";

/** No 0 o 1 l i: what is read from paper is typed right. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
export const randomLength = 7;

/** An alias that nobody can guess, of bytes that nobody can. */
export function randomAlias(bytes: () => Iterable<number> = () => randomBytes(randomLength)): string {
  let alias = "";
  while (alias.length < randomLength) {
    // 31 characters out of 32 values: dropping the last keeps every character equally likely.
    for (const byte of bytes()) alias += alphabet[byte & 31] ?? "";
  }
  return alias.slice(0, randomLength);
}
