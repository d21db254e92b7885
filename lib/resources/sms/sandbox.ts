import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/contract/errors";
import { log } from "@/lib/platform/log/log";
import { setDeliveryStatus } from "./delivery-status";
import type { SmsProvider } from "./provider";

/** A number that does not exist, as in Twilio's own test credentials. */
const unreachable = "+15005550001";

const deliveredAfterMs = 1_000;

/** Sends nothing; it is for trying out the API. Each message counts as delivered after a second. */
export const sandbox: SmsProvider = {
  async numbers() {
    return ["+15005550006", "+15005550010"];
  },
  async send({ id, to }) {
    if (to === unreachable) throw new AppError("sms_number_invalid", { number: to });
    const deliver = () =>
      setDeliveryStatus(id, "delivered").catch((err: unknown) => log.warn({ err }, "a sandbox message is stuck"));
    setTimeout(deliver, deliveredAfterMs).unref();
    return `sandbox-${randomUUID()}`;
  },
};
