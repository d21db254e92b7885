/** The most times that an escape is decoded. No server decodes as often. */
const MOST_DECODED = 5;

/**
 * Returns whether a part of a path would lead to its folder or above: it is `.` or `..`, or has such a part between
 * slashes, in any spelling that some server may understand (`%2E`, `%252e`, `\`, `%2F`, `..;x`).
 */
export function hasDotSegment(part: string): boolean {
  if (!/\.|%/.test(part)) return false;
  return decodeAscii(part)
    .split(/[\\/]/)
    .some((one) => /^\.{1,2}$/.test(one.replace(/;.*$/s, "").replace(/[\0-\x20\x7f]/g, "")));
}

/** Decodes ASCII characters, also of a text that cannot be decoded as a whole or was encoded repeatedly. */
export function decodeAscii(text: string): string {
  let decoded = text;
  for (let times = 0; times < MOST_DECODED && decoded.includes("%"); times++) {
    decoded = decoded.replace(/%([0-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  }
  return decoded;
}
