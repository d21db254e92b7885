import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError, refusedField } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { parseUrl } from "@/lib/contract/url";
import { db } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/log/log";
import { getDefaultDomain } from "@/lib/resources/domains/default";
import { isLinkOfInstance } from "@/lib/resources/domains/instance-links";
import { createLinkBody } from "@/lib/resources/links/schema";
import { linkOrigin, shortUrlOf } from "@/lib/resources/links/short-url";
import { deleteLink, eraseLink } from "@/lib/resources/links/trash/service";
import { randomLength } from "@/lib/resources/links/writing/random-alias";
import { createLink } from "@/lib/resources/links/writing/save";
import { maxTextLength } from "./schema";

/**
 * Replaces the URLs in a text by short links of the actor; this service's short links stay. If one link cannot be
 * created, none is: the refusal names the field `message`.
 */
export async function shortenLinks(actor: Actor, text: string): Promise<string> {
  authorize(actor, "sms:write");
  const destinations = await destinationsIn(text);
  await withPlaceholderLinks(actor, text, destinations);
  const made = new Map<string, string>();
  const ids: number[] = [];
  try {
    for (const [href, input] of destinations) {
      const link = await createLink(actor, input);
      ids.push(link.id);
      made.set(href, shortUrlOf(link));
    }
  } catch (error) {
    for (const id of ids) await discard(actor, id).catch((failure: unknown) => log.error({ id, err: failure }));
    throw asMessageRefusal(error);
  }
  return replaceUrls(text, replacer(made));
}

/** A link that was never shown to anyone is not kept for restoring. */
async function discard(actor: Actor, id: number): Promise<void> {
  await deleteLink(actor, id);
  await eraseLink(actor, id);
}

/** Returns the text as it will be sent, except for the aliases, which will have the same length. */
const draftOf = async (actor: Actor, text: string) => withPlaceholderLinks(actor, text, await destinationsIn(text));

/** Returns the links that the text needs, by normalized URL, so that each is created once. */
async function destinationsIn(text: string) {
  const destinations = new Map<string, ReturnType<typeof inputFor>>();
  for (const url of findUrls(text)) {
    const { href } = new URL(url);
    if (!destinations.has(href) && !(await isLinkOfInstance(url))) destinations.set(href, inputFor(url));
  }
  return destinations;
}

function inputFor(url: string) {
  try {
    return parse(createLinkBody, { url });
  } catch (error) {
    throw asMessageRefusal(error);
  }
}

const replacer = (short: Map<string, string>) => (url: string) => short.get(new URL(url).href) ?? url;

/** Returns the text with a placeholder for each link. Refuses it if it is too long even then. */
async function withPlaceholderLinks(actor: Actor, text: string, destinations: Map<string, unknown>): Promise<string> {
  const standIn = `${await defaultOrigin(actor)}/${"x".repeat(randomLength)}`;
  const short = replaceUrls(text, (url) => (destinations.has(new URL(url).href) ? standIn : url));
  if (short.length > maxTextLength) {
    throw refusedField("message", "sms_too_long", { count: maxTextLength });
  }
  return short;
}

/** Turns a link's refusal into one of the message that contains it. */
function asMessageRefusal(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const [field] = error.fields ?? [];
  if (!field) return error;
  const { code, params } = field;
  return refusedField("message", "sms_link_refused", { reason: { code, params } });
}

// URLs can contain the characters that surround them in texts, so where a URL ends is a convention. These characters
// never belong to it: white space, invisible marks, angle brackets, double quotes, and the punctuation of scripts
// without spaces.
const candidate =
  /(?<![a-z\d+])https?:\/\/[^\s\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069<>"`“”„‟«»‹›。，、；：！？…（）「」『』【】《》〈〉]+/giu;

const closing: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/**
 * Replaces every http and https URL in a text. What surrounds it stays: a period after it, quotes, and brackets without
 * their counterpart in the URL.
 */
export function replaceUrls(text: string, replace: (url: string) => string): string {
  return text.replace(candidate, (found) => {
    const url = withoutTail(found);
    return parseUrl(url) ? replace(url) + found.slice(url.length) : found;
  });
}

/** Returns every URL in the text, in order, with repetitions. */
export function findUrls(text: string): string[] {
  const urls: string[] = [];
  replaceUrls(text, (url) => {
    urls.push(url);
    return url;
  });
  return urls;
}

function withoutTail(found: string): string {
  const unopened = new Map(
    Object.entries(closing).map(([close, open]) => [close, count(found, close) - count(found, open)]),
  );
  let end = found.length;
  for (; end > 0; end--) {
    const last = found[end - 1] ?? "";
    const surplus = unopened.get(last);
    if (surplus === undefined ? !/[.,;:!?'‘’]/.test(last) : surplus <= 0) break;
    if (surplus !== undefined) unopened.set(last, surplus - 1);
  }
  return found.slice(0, end);
}

const count = (text: string, character: string) => text.split(character).length - 1;

/** The scheme and host of new links of the actor that name no domain. */
async function defaultOrigin(actor: Actor): Promise<string> {
  return linkOrigin(await db.domain.findUniqueOrThrow({ where: { id: await getDefaultDomain(actor) } }));
}

/** A message before it is sent. */
export interface SmsDraft extends Measure {
  /** the text as it will be sent, except for the aliases of its links */
  text: string;
}

export async function draftSms(actor: Actor, message: string): Promise<SmsDraft> {
  const text = await draftOf(actor, message);
  return { text, ...measure(text) };
}

/** The size of a text as a message: providers charge by the segment. */
interface Measure {
  /** `gsm`: 7 bits a character; `unicode`: 16 bits, which a single character outside the GSM alphabet requires */
  encoding: "gsm" | "unicode";
  /** number of characters; some count twice */
  units: number;
  segments: number;
  /** how many units fit into these segments */
  room: number;
  /** the characters outside the GSM alphabet, each once */
  foreign: string[];
}

/** The GSM 7-bit default alphabet (3GPP TS 23.038). */
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Its extension. Each character needs an escape before it. */
const extended = new Set("\f^{}\\[~]|€");

/** In a message with several parts, each part begins with a header. */
const sizes = { gsm: { alone: 160, part: 153 }, unicode: { alone: 70, part: 67 } };

export function measure(text: string): Measure {
  const characters = [...text];
  const foreign = [...new Set(characters.filter((one) => !basic.has(one) && !extended.has(one)))];
  const encoding = foreign.length > 0 ? "unicode" : "gsm";
  const widths = characters.map((one) => (encoding === "unicode" ? one.length : extended.has(one) ? 2 : 1));
  const units = widths.reduce((sum, width) => sum + width, 0);
  const { alone, part } = sizes[encoding];
  if (units <= alone) return { encoding, units, segments: units === 0 ? 0 : 1, room: alone, foreign };
  const segments = partsOf(widths, part);
  return { encoding, units, segments, room: segments * part, foreign };
}

/** Returns how many parts hold characters of these widths in order, without dividing one. */
function partsOf(widths: number[], size: number): number {
  let parts = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > size) {
      parts++;
      used = 0;
    }
    used += width;
  }
  return parts;
}
