import { timingSafeEqual } from "node:crypto";
import { Secret, TOTP } from "otpauth";

// The parameters of every authenticator app: SHA-1, 6 digits, a new code every 30 seconds.
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;

/** Codes of this many steps before and after the current one also work, because clocks differ and typing takes time. */
const DRIFT = 1;

const totpOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS });

/** Returns a new secret of 160 bits in base32, as people type it. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the number of the 30-second step at a time in milliseconds. */
export const stepAt = (ms: number) => TOTP.counter({ period: PERIOD_SECONDS, timestamp: ms });

export const codeAt = (secret: string, step: number): string =>
  totpOf(secret).generate({ timestamp: step * PERIOD_SECONDS * 1000 });

/** Returns the step of a code, among those that are valid at this moment; null for any other code. */
export function findTotpStep(secret: string, code: string, ms = Date.now()): number | null {
  const now = stepAt(ms);
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => now - DRIFT + index);
  // Compare all of them, so that the time reveals nothing; the library would stop at the first match.
  return steps.filter((step) => isSame(codeAt(secret, step), code)).at(-1) ?? null;
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns the content of the QR code for authenticator apps, without the defaults that the library would add. */
export function keyUri(secret: string, service: string, account: string): string {
  const label = `${encodeURIComponent(service)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(service)}`;
}
