import twilio from "twilio";
import type RequestClient from "twilio/lib/base/RequestClient";
import { AppError } from "@/lib/contract/errors";
import { baseUrl, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { isLocalService } from "@/lib/resources/domains/host";

/** One message to one number. */
interface OutgoingSms {
  /** the id of its row */
  id: number;
  from: string;
  to: string;
  text: string;
}

/** A provider of messages. Its refusals are `AppError`s with a plain sentence that contains no secrets. */
export interface SmsProvider {
  /** Returns the numbers, in E.164, that can send messages. */
  numbers(): Promise<string[]>;
  /** Hands over a message and returns the provider's id of it. The result is reported later, to `settle`. */
  send(message: OutgoingSms): Promise<string>;
}

const timeoutMs = 10_000;

/** Twilio's own client. TWILIO_API_URL redirects it elsewhere. */
class Http extends twilio.RequestClient {
  override request<T>(options: RequestClient.RequestOptions<T>) {
    const { pathname, search } = new URL(options.uri);
    const uri = env.TWILIO_API_URL ? `${env.TWILIO_API_URL}${pathname}${search}` : options.uri;
    return super.request<T>({ ...options, uri });
  }
}

/** Twilio's code for credentials that it does not accept. */
const unauthenticated = 20003;

let http: Http | undefined;

/** The address to which Twilio reports the result of a message. */
export const callbackUrl = (id: string | number) => `${baseUrl()}/api/sms/callback?id=${id}`;

export function twilioProvider(accountSid: string, authToken: string): SmsProvider {
  http ??= new Http({ timeout: timeoutMs, autoRetry: true, maxRetries: 1 });
  const client = twilio(accountSid, authToken, { httpClient: http });
  return {
    async numbers() {
      const found = await client.incomingPhoneNumbers.list({ pageSize: 1000 }).catch(mapTwilioError);
      return found.map(({ phoneNumber }) => phoneNumber);
    },
    async send({ id, from, to, text }) {
      // Twilio refuses callback addresses that it cannot reach.
      const statusCallback = isLocalService() ? undefined : callbackUrl(id);
      const { sid } = await client.messages.create({ from, to, body: text, statusCallback }).catch(mapTwilioError);
      return sid;
    },
  };
}

/** Returns whether a report is from Twilio. Only Twilio and the account's owner know the token that signs it. */
export const isSigned = (authToken: string, signature: string, url: string, form: Record<string, string>) =>
  twilio.validateRequest(authToken, signature, url, form);

/** Turns every failure of Twilio's API into a plain sentence. The errors themselves contain the credentials. */
function mapTwilioError(error: unknown): never {
  const { status, code, message } = error as { status?: number; code?: number | string; message?: string };
  log.info({ status, code }, "the SMS provider refused a request");
  if (status === 401 || code === unauthenticated) {
    throw new AppError("sms_account_refused");
  }
  if (status === 429) {
    throw new AppError("sms_provider_busy");
  }
  if (status !== undefined && status < 500)
    throw message ? new AppError("sms_provider_says", { reason: message }) : new AppError("sms_refused");
  if (code === "ECONNABORTED" || code === "ETIMEDOUT") {
    throw new AppError("sms_provider_late");
  }
  throw new AppError("sms_provider_unreachable");
}
