import { randomBytes, timingSafeEqual } from "node:crypto";
import { hmac } from "./secrets";

/** As long as browsers keep a cookie. */
export const DEVICE_SECONDS = 400 * 24 * 60 * 60;

/** So many accounts are remembered in one browser, those that logged in last. */
const ACCOUNTS = 5;

/** Whoever asks: the client's address, and what its browser keeps of log-ins before. */
export interface Client {
  address: string;
  /** the value of the cookie, as it came */
  device?: string;
}

/** What of an account a cookie stands for. */
interface Account {
  id: number;
  passwordHash: string | null;
}

/**
 * The cookie of a browser that has logged in to an account, with what it had before. It names a device at random, and
 * proves with a code for each account that somebody has logged in to it there. Another password makes the code worthless.
 */
export function rememberedDevice(account: Account, before = ""): string {
  const [device = newDevice(), ...codes] = shape.test(before) ? before.split(".") : [];
  const code = codeOf(device, account);
  return [device, code, ...codes.filter((other) => other !== code)].slice(0, 1 + ACCOUNTS).join(".");
}

/** The name of the device that a cookie brings, where somebody has logged in to the account with it. */
export function knownDevice(account: Account, cookie = ""): string | null {
  const [device = "", ...codes] = shape.test(cookie) ? cookie.split(".") : [];
  const expected = Buffer.from(codeOf(device, account));
  return codes.some((code) => timingSafeEqual(Buffer.from(code), expected)) ? device : null;
}

const newDevice = () => randomBytes(16).toString("base64url");

const codeOf = (device: string, { id, passwordHash }: Account) =>
  Buffer.from(hmac("device", `${device} ${id} ${passwordHash}`)).toString("base64url");

const shape = new RegExp(`^[\\w-]{22}(\\.[\\w-]{43}){1,${ACCOUNTS}}$`);
