/**
 * Returns a visitor's place among all visitors, from 0 to just under 1. It is always the same for one `choice`, and
 * unrelated for different ones. So returning visitors go where they went before, without a cookie and on every machine.
 */
export function positionInSplit(visitor: string, choice: string): number {
  // FNV-1a, followed by MurmurHash's final mixing, which spreads its last bits.
  let hash = 0x811c9dc5;
  const text = `${visitor} ${choice}`;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}
