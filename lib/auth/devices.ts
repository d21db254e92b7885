import { randomBytes, timingSafeEqual } from "node:crypto";
import { hmac } from "@/lib/platform/secrets";

/** The longest time for which browsers keep a cookie. */
export const DEVICE_SECONDS = 400 * 24 * 60 * 60;

/** The number of accounts that a browser remembers, those with the latest log-ins. */
const ACCOUNTS = 5;

/** The client of a request: its address, and its cookie about earlier log-ins. */
export interface Client {
  address: string;
  /** the unverified value of the cookie */
  device?: string;
}

/** The fields of an account on which its code in the cookie depends. */
interface Account {
  id: number;
  passwordHash: string | null;
}

/**
 * Returns the cookie of a browser that has logged in to an account, including what it had before. It names the device
 * at random, and has a code for each account that proves a log-in on it. Changing the password invalidates the code.
 */
export function rememberedDevice(account: Account, before = ""): string {
  const [device = newDevice(), ...codes] = shape.test(before) ? before.split(".") : [];
  const code = codeOf(device, account);
  return [device, code, ...codes.filter((other) => other !== code)].slice(0, 1 + ACCOUNTS).join(".");
}

/** Returns the device that a cookie names if it was used to log in to the account. */
export function knownDevice(account: Account, cookie = ""): string | null {
  const [device = "", ...codes] = shape.test(cookie) ? cookie.split(".") : [];
  const expected = Buffer.from(codeOf(device, account));
  return codes.some((code) => timingSafeEqual(Buffer.from(code), expected)) ? device : null;
}

const newDevice = () => randomBytes(16).toString("base64url");

const codeOf = (device: string, { id, passwordHash }: Account) =>
  Buffer.from(hmac("device", `${device} ${id} ${passwordHash}`)).toString("base64url");

const shape = new RegExp(`^[\\w-]{22}(\\.[\\w-]{43}){1,${ACCOUNTS}}$`);
