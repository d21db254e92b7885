import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { env } from "./env";

/** The purposes of derived keys. Each has a separate key, so that a value for one purpose is useless for another. */
type Purpose =
  | "api-key-lookup"
  | "api-key-copy"
  | "click-roots"
  | "click-id"
  | "click-seals"
  | "device"
  | "click-origin"
  | "domain-proof"
  | "forwarded-visitor"
  | "forwarding-token"
  | "idempotency"
  | "idempotency-answer"
  | "link-pass"
  | "list-cursor"
  | "mail"
  | "overlay-author"
  | "qr-draft"
  | "recovery-code"
  | "registration"
  | "session"
  | "short-cookie"
  | "sms-token"
  | "two-factor"
  | "unsubscribe"
  | "visitor"
  | "webhook-secret"
  | "log-in-stamp";

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keys = new Map<Purpose, { bytes: Buffer; object: KeyObject }>();

const derive = (root: string, purpose: Purpose) => Buffer.from(hkdfSync("sha256", root, "", `signpost/${purpose}`, 32));

function keyOf(purpose: Purpose) {
  let key = keys.get(purpose);
  if (!key) {
    // If no database has been opened, nothing can have been encrypted with another secret.
    const root = env.SIGNPOST_ROOT_KEY ?? env.APP_SECRET;
    if (!root) throw new Error("APP_SECRET is not set: the server provides it when it starts");
    const bytes = derive(root, purpose);
    // Node would otherwise create this object from the bytes at each use, which takes longer than the HMAC.
    key = { bytes, object: createSecretKey(bytes) };
    keys.set(purpose, key);
  }
  return key;
}

const keyFor = (purpose: Purpose): Buffer => keyOf(purpose).bytes;

/** Returns the key of a purpose as text, for libraries that take a secret. */
export function derivedSecret(purpose: Purpose): string {
  return keyFor(purpose).toString("base64url");
}

/** HMAC-SHA-256, 32 bytes. Throws if APP_SECRET is unset, like everything here. */
export function hmac(purpose: Purpose, value: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHmac("sha256", keyOf(purpose).object).update(value).digest());
}

/** Encrypts with AES-256-GCM. The result is version (1 byte), IV (12), tag (16), ciphertext. */
export function encrypt(purpose: Purpose, text: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Uint8Array.from(Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body]));
}

/** Reverses `encrypt`. Throws if the data was changed, or encrypted for another purpose or with another secret. */
export function decrypt(purpose: Purpose, data: Uint8Array): string {
  return decryptWith(keyFor(purpose), data);
}

/** Returns whether data was encrypted by a version that derived its keys from this secret. */
export function opensWith(secret: string, purpose: Purpose, data: Uint8Array): boolean {
  try {
    decryptWith(derive(secret, purpose), data);
    return true;
  } catch {
    return false;
  }
}

function decryptWith(key: Buffer, data: Uint8Array): string {
  if (data[0] !== VERSION) throw new Error(`unknown version ${data[0]} of encrypted data`);
  const body = 1 + IV_BYTES + TAG_BYTES;
  const decipher = createDecipheriv("aes-256-gcm", key, data.subarray(1, 1 + IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(data.subarray(1 + IV_BYTES, body));
  return Buffer.concat([decipher.update(data.subarray(body)), decipher.final()]).toString("utf8");
}
