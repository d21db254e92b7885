import { timingSafeEqual } from "node:crypto";
import { Secret, TOTP } from "otpauth";

// As every authenticator app has it: SHA-1, 6 digits, a new code each 30 seconds.
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;

/** Codes of so many steps before and after this one work too: clocks differ, and typing takes time. */
const DRIFT = 1;

const totpOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS });

/** A new secret of 160 bits, in base32, as people type it. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The number of the 30 seconds that a moment is in. */
export const stepAt = (ms: number) => TOTP.counter({ period: PERIOD_SECONDS, timestamp: ms });

/** The code of a step. */
export const codeAt = (secret: string, step: number): string =>
  totpOf(secret).generate({ timestamp: step * PERIOD_SECONDS * 1000 });

/** The step whose code this is, among those that count at this moment; null for any other code. */
export function stepOf(secret: string, code: string, ms = Date.now()): number | null {
  const now = stepAt(ms);
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => now - DRIFT + index);
  // All are compared, so that the time taken tells nothing; the library would stop at the first.
  return steps.filter((step) => isSame(codeAt(secret, step), code)).at(-1) ?? null;
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What an authenticator app reads from the QR code. Not the library's, which names what every app takes for granted. */
export function keyUri(secret: string, service: string, account: string): string {
  const label = `${encodeURIComponent(service)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(service)}`;
}
