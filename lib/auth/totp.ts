import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

// RFC 6238 as every authenticator app has it: SHA-1, 6 digits, a new code each 30 seconds.
const DIGITS = 6;
const STEP_SECONDS = 30;
const SECRET_BYTES = 20;

/** Codes of so many steps before and after this one work too: clocks differ, and typing takes time. */
const DRIFT = 1;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret of 160 bits, in base32, as people type it. */
export function newSecret(): string {
  // Every value of 5 bits is as likely as any other.
  return Array.from(randomBytes((SECRET_BYTES * 8) / 5), (byte) => ALPHABET[byte & 31]).join("");
}

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The number of the 30 seconds that a moment is in. */
export const stepAt = (ms: number) => Math.floor(ms / 1000 / STEP_SECONDS);

/** The code of a step. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The step whose code this is, among those that count at this moment; null for any other code. */
export function stepOf(secret: string, code: string, ms = Date.now()): number | null {
  const now = stepAt(ms);
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => now - DRIFT + index);
  // All are compared, so that the time taken tells nothing.
  return steps.filter((step) => isSame(codeAt(secret, step), code)).at(-1) ?? null;
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What an authenticator app reads from the QR code. */
export function keyUri(secret: string, service: string, account: string): string {
  const label = `${encodeURIComponent(service)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(service)}`;
}
