import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const BODY = 1 + IV_BYTES + TAG_BYTES;

const keyOf = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "", "signpost/kept-keys", 32));

/** Encrypts a key with a secret (AES-256-GCM), for the table `kept_keys`. */
export function wrapKey(key: string, secret: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), iv);
  const body = Buffer.concat([cipher.update(key, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body]);
}

/** Decrypts a key from `wrapKey`; null if the secret is a different one. */
export function unwrapKey(wrapped: Buffer, secret: string): string | null {
  if (wrapped[0] !== VERSION) return null;
  const iv = wrapped.subarray(1, 1 + IV_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(wrapped.subarray(1 + IV_BYTES, BODY));
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(BODY)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
