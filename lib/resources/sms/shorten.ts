import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError, refusedField } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { log } from "@/lib/platform/log/log";
import { isLinkOfInstance } from "@/lib/resources/domains/instance-links";
import { defaultOrigin } from "@/lib/resources/links/default-origin";
import { createLinkBody } from "@/lib/resources/links/schema";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { deleteLink, eraseLink } from "@/lib/resources/links/trash/service";
import { randomLength } from "@/lib/resources/links/writing/random-alias";
import { createLink } from "@/lib/resources/links/writing/save";
import { replaceUrls, urlsIn } from "./links";
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
export const draftOf = async (actor: Actor, text: string) =>
  withPlaceholderLinks(actor, text, await destinationsIn(text));

/** Returns the links that the text needs, by normalized URL, so that each is created once. */
async function destinationsIn(text: string) {
  const destinations = new Map<string, ReturnType<typeof inputFor>>();
  for (const url of urlsIn(text)) {
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
