import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/contract/errors";
import { log } from "@/lib/platform/log";
import type { SmsProvider } from "./provider";
import { settle } from "./settle";

/** Nobody has this number, here as in Twilio's own tests. */
const unreachable = "+15005550001";

const deliveredAfterMs = 1_000;

/** Sends nothing anywhere: for trying the API out. Each message is delivered a second later. */
export const sandbox: SmsProvider = {
  async numbers() {
    return ["+15005550006", "+15005550010"];
  },
  async send({ id, to }) {
    if (to === unreachable) throw new AppError("sms_number_invalid", { number: to });
    const deliver = () =>
      settle(id, "delivered").catch((err: unknown) => log.warn({ err }, "a sandbox message is stuck"));
    setTimeout(deliver, deliveredAfterMs).unref();
    return `sandbox-${randomUUID()}`;
  },
};
