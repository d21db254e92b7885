/** A click or conversion as it is forwarded. It does not identify the visitor. */
export interface ForwardedEvent {
  type: "click" | "conversion" | "test";
  /** for a conversion: `sale`, `lead`, or a name that the account chose */
  name: string;
  /** the same at each attempt, so that receivers can ignore duplicates */
  id: string;
  at: Date;
  /** 16 hexadecimal digits: the same for all clicks of a visitor, and different in each account */
  visitor: string;
  linkId: number;
  shortUrl: string;
  destination: string;
  title: string;
  country: string | null;
  language: string | null;
  device: string | null;
  browser: string | null;
  os: string | null;
  /** a host */
  referrer: string | null;
  utm: { source?: string; medium?: string; campaign?: string; term?: string; content?: string };
  /** in whole units of the currency, such as 49 EUR */
  value: number | null;
  currency: string | null;
  externalId: string | null;
}

/** The place at a service that receives an account's events. */
export interface Target {
  /** the service's address, or the template of an address */
  url: string;
  /** the measurement ID, pixel, site or domain at the service */
  site: string;
  /** for a URL: the template of the body; empty for a GET request */
  template: string;
}

/**
 * The place of the token in a request, and of the token as the user name of basic authentication. No value can contain
 * these characters, because JSON and addresses escape them.
 */
export const TOKEN = "\u0001";
export const BASIC = "\u0002";

/** A request in which `TOKEN` and `BASIC` are not yet replaced. */
export interface ForwardRequest {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The protocol of one kind of service. */
export interface Kind {
  /** its default address; null if the account must enter one */
  url: string | null;
  /** the format of the account's ID or domain at the service; null if it has none */
  site: RegExp | null;
  token: "required" | "optional" | "none";
  /** older events (in days) are not sent, because the service refuses them */
  days: number;
  requestOf(events: ForwardedEvent[], target: Target): ForwardRequest;
  /** whether a response means that the events were accepted */
  accepts(status: number, answer: string): boolean;
  /** whether a response means that the token is not valid */
  refusesToken(status: number, answer: string): boolean;
}

export const isOk = (status: number) => status >= 200 && status < 300;

export const isUnauthorized = (status: number) => status === 401 || status === 403;

/** Longer than any name or host. Addresses may be longer: see `clipUrl`. */
export const clip = (text: string, length: number) => text.slice(0, length);

/** Returns an address with at most 2,000 characters. If it is too long, its query is removed. */
export const clipUrl = (url: string) => (url.length <= 2_000 ? url : clip(url.split("?", 1)[0] ?? "", 2_000));

export const postJson = (url: string, content: unknown, headers: Record<string, string> = {}): ForwardRequest => ({
  method: "POST",
  url,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(content),
});

/** Returns an address without its final slashes. */
export const baseOf = (url: string) => url.replace(/(?<!\/)\/+$/, "");

/** Returns the short URL with the UTM parameters of the visit, because analytics tools read them from the URL. */
export function addressWithUtm({ shortUrl, utm }: ForwardedEvent): string {
  const url = new URL(shortUrl);
  for (const [field, value] of Object.entries(utm)) if (value) url.searchParams.set(`utm_${field}`, value);
  return url.href;
}

/** Returns the values that are known. */
export const known = (values: Record<string, string | number | null | undefined>) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ""),
  );
