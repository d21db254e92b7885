import { statistics } from "@/lib/clicks/schema";
import { operation } from "@/lib/contract/operation";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import {
  addLinksBody,
  createLinkBody,
  linkDetails,
  linkItem,
  linkListOrLink,
  linkParams,
  linkResult,
  listLinksQuery,
  shortUrl,
  updateLinkBody,
} from "./schema";

const tag = "Links";

/** Of what is saved: its alias, its domain, where it leads, and what it names. */
const saveRefuses: RefusalCode[] = [
  "alias_reserved",
  "alias_taken",
  "domain_suspended",
  "domain_unproven",
  "domain_unverified",
  "externalid_taken",
  "not_yours",
  "rules_too_large",
  "url_blocked",
  "url_is_short_link",
];

export const listLinks = operation({
  method: "GET",
  path: "/api/urls",
  tag,
  summary: "List your links",
  description:
    "Newest first, ties by id, unless `order` says otherwise. With `short` one link and its statistics, or, as clients of " +
    "old look at the status before `error`, a failure with status 200: here alone.",
  query: listLinksQuery,
  result: linkListOrLink,
  missAs200: true,
});

export const showLink = operation({
  method: "GET",
  path: "/api/url/{id}",
  tag,
  summary: "Show a link",
  description:
    "Its settings, under the names by which they are sent, and its statistics. People are counted; robots are not.",
  params: linkParams,
  result: z.object({ details: linkDetails, data: statistics }),
});

export const addLink = operation({
  method: "POST",
  path: "/api/url/add",
  tag,
  summary: "Shorten a URL",
  description: "Only `url` is required. The link works as soon as you have the answer.",
  body: createLinkBody,
  refuses: saveRefuses,
  result: z.object({ id: linkItem.shape.id, short: shortUrl(), shorturl: shortUrl() }),
});

export const addLinks = operation({
  method: "POST",
  path: "/api/urls/add",
  tag,
  summary: "Shorten many URLs",
  description:
    "Up to 1,000 at once, each as if it were sent alone. `results` has one entry for each, in order: also where some " +
    "are refused the answer is a success. Counts as one request for every hundred links.",
  body: addLinksBody,
  maxValues: 20_000,
  cost: ({ links }) => Math.ceil(links.length / 100),
  result: z.object({ results: z.array(linkResult) }),
});

export const changeLink = operation({
  method: "PUT",
  path: "/api/url/{id}/update",
  tag,
  summary: "Change a link",
  description: "Every field is optional. A field that is sent replaces what was there; `null` empties it.",
  params: linkParams,
  body: updateLinkBody,
  refuses: saveRefuses,
  result: z.object({ id: linkItem.shape.id, short: shortUrl(), shorturl: shortUrl() }),
});

export const removeLink = operation({
  method: "DELETE",
  path: "/api/url/{id}/delete",
  tag,
  summary: "Delete a link",
  description: "Its clicks and statistics go with it.",
  params: linkParams,
  result: messageResult,
});
