const signatures = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
  gif: [0x47, 0x49, 0x46, 0x38],
};

const startsWith = (bytes: Uint8Array, signature: number[]) => signature.every((byte, index) => bytes[index] === byte);

/** Detects the type of a picture from its first bytes; null if it is neither. */
export function detectImageType(bytes: Uint8Array): "png" | "jpeg" | null {
  if (startsWith(bytes, signatures.png)) return "png";
  return startsWith(bytes, signatures.jpeg) ? "jpeg" : null;
}

/** Returns whether the bytes begin like a bitmap that browsers show. SVG is not one: it can refer to other files. */
export const isPicture = (bytes: Uint8Array) =>
  detectImageType(bytes) !== null ||
  startsWith(bytes, signatures.gif) ||
  Buffer.from(bytes).toString("latin1", 8, 12) === "WEBP";
