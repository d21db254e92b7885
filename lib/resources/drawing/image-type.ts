const signatures = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
  gif: [0x47, 0x49, 0x46, 0x38],
};

const startsWith = (bytes: Uint8Array, signature: number[]) => signature.every((byte, index) => bytes[index] === byte);

/** What the first bytes say that a picture is. */
export function imageTypeOf(bytes: Uint8Array): "png" | "jpeg" | null {
  if (startsWith(bytes, signatures.png)) return "png";
  return startsWith(bytes, signatures.jpeg) ? "jpeg" : null;
}

/** Whether these are the first bytes of a kind of picture that web pages show: no drawing that leads to other files. */
export const isPicture = (bytes: Uint8Array) =>
  imageTypeOf(bytes) !== null ||
  startsWith(bytes, signatures.gif) ||
  Buffer.from(bytes).toString("latin1", 8, 12) === "WEBP";
