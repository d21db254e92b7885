/** The lengths of a key for each encryption: in characters, or in digits if it is hexadecimal. */
const lengths = {
  // IEEE 802.11: a passphrase of 8 to 63 bytes, or the key of 256 bits itself.
  wpa: { text: Array.from({ length: 56 }, (_, n) => n + 8), hex: [64] },
  // Keys of 40, 104, 128 and 232 bits.
  wep: { text: [5, 13, 16, 29], hex: [10, 26, 32, 58] },
};

export const isHex = (text: string) => /^[\da-f]+$/i.test(text);

/** Returns whether a key consists of bytes in hexadecimal digits rather than text. */
export const isHexKey = (encryption: keyof typeof lengths, key: string) =>
  isHex(key) && lengths[encryption].hex.includes(key.length);

/** Returns whether a network with this encryption can have this key. */
export function isNetworkKey(encryption: keyof typeof lengths, key: string): boolean {
  if (isHexKey(encryption, key)) return true;
  const bytes = new TextEncoder().encode(key).length;
  const [least = 0] = lengths[encryption].text;
  return key.length >= least && lengths[encryption].text.includes(bytes);
}
