import { statistics } from "@/lib/clicks/statistics/schema";
import { messageResult, operation, resourceOperations } from "@/lib/contract/operation";
import { findRefusalCodes } from "@/lib/contract/schema-codes";
import { z } from "@/lib/contract/zod";
import { newLinkBody } from "./new-link";
import { changeRefuses, restoreWarns, saveRefuses, saveWarns } from "./save-refusals";
import {
  addLinksBody,
  checkAliasQuery,
  duplicateLinkBody,
  linkItem,
  linkList,
  linkListOrLink,
  linkLookUp,
  linkParams,
  linkResult,
  listLinksQuery,
  shortUrl,
  shownLink,
  updateLinkBody,
} from "./schema";

const { read, write, show, add, change, remove } = resourceOperations({
  tag: "Links",
  one: "a link",
  path: "/api/url",
  permission: "links",
  idIs: "The ID of the link.",
});

export const listLinks = operation({
  ...read,
  method: "GET",
  path: "/api/urls",
  summary: "List your links",
  description:
    "Newest first, then by ID, unless you send `order`. With `short`, the answer is one link with its statistics. Only then do errors have status 200, because older clients check the status before `error`.",
  query: listLinksQuery,
  refuses: ["not_together"],
  result: linkListOrLink,
  shapes: [linkList, linkLookUp],
  missAs200: true,
});

export const showLink = show({
  description:
    "Its settings, under the names that you use to set them, and its statistics. Clicks are clicks by people, without bots.",
  result: z.object({ details: shownLink, data: statistics }),
});

export const checkAlias = operation({
  ...read,
  method: "GET",
  path: "/api/url/check",
  summary: "Check whether an alias is free",
  description:
    "If it is taken, you get the same error as when you create a link with it. The alias is not reserved for you.",
  query: checkAliasQuery,
  refuses: ["alias_reserved", "alias_taken", "domain_suspended", "domain_unproven", "domain_unverified", "not_yours"],
  result: z.object({ shorturl: shortUrl() }),
});

export const addLink = add({
  summary: "Shorten a URL",
  description: "Only `url` or `split` is required. The link works at once.",
  body: newLinkBody,
  refuses: saveRefuses,
  warns: saveWarns,
  result: z.object({ id: linkItem.shape.id, short: shortUrl(), shorturl: shortUrl() }),
});

export const addLinks = operation({
  ...write,
  method: "POST",
  path: "/api/urls/add",
  summary: "Shorten many URLs",
  description:
    "Up to 1,000 at once. Each is handled like a separate request. `results` has one entry for each, in order. The response is a success even if some are rejected. With `mode` `all`, it is then an error, with the status and code of the first rejected link, and it has `results`, too. Every hundred links count as one request toward the rate limit.",
  body: addLinksBody,
  maxValues: 20_000,
  cost: ({ links }) => Math.ceil(links.length / 100),
  refuses: [...changeRefuses, ...findRefusalCodes(newLinkBody), "too_many_passwords", "deleted_meanwhile", "not_found"],
  result: z.object({ results: z.array(linkResult) }),
});

export const changeLink = {
  ...change({
    description: "Every field is optional. A field that you send replaces the stored value; `null` clears it.",
    body: updateLinkBody,
    refuses: changeRefuses,
    warns: saveWarns,
  }),
  result: z.object({ id: linkItem.shape.id, short: shortUrl(), shorturl: shortUrl() }),
};

export const removeLink = remove({
  description:
    "The link returns 404 at once, and its alias is free. For 30 days you can restore it with its clicks and statistics. Of your deleted links, at most the latest 10,000 and 64 MiB are kept.",
});

export const restoreLink = operation({
  ...write,
  method: "POST",
  path: "/api/url/{id}/restore",
  summary: "Restore a deleted link",
  description:
    "The link comes back with its ID, clicks and statistics. If its alias has been taken, it gets a random one; if its domain is gone, it gets the service's own domain. Campaigns, channels, tags, pixels, overlays and splash pages that no longer exist are left out, and so is an `externalid` that another link has now. `warnings` lists all of this.",
  params: linkParams,
  warns: restoreWarns,
  result: messageResult.extend({ id: linkItem.shape.id, short: shortUrl(), shorturl: shortUrl() }),
});

export const eraseLink = operation({
  ...write,
  method: "DELETE",
  path: "/api/url/{id}/erase",
  summary: "Delete a link permanently",
  description: "With its clicks and statistics, before the 30 days are over. This cannot be undone.",
  params: linkParams,
  result: messageResult,
});

export const archiveLink = operation({
  ...write,
  method: "POST",
  path: "/api/url/{id}/archive",
  summary: "Archive a link",
  description:
    "It keeps redirecting and keeps its statistics, QR code and rotator. Lists leave it out, and it does not count toward your plan's limit.",
  params: linkParams,
  result: messageResult,
});

export const unarchiveLink = operation({
  ...write,
  method: "POST",
  path: "/api/url/{id}/unarchive",
  summary: "Unarchive a link",
  description: "It counts toward your plan's limit again.",
  params: linkParams,
  result: messageResult,
});

export const duplicateLink = operation({
  ...write,
  method: "POST",
  path: "/api/url/{id}/duplicate",
  summary: "Duplicate a link",
  description: "The copy has all settings, including password, pixels, channel and campaign, but no clicks.",
  params: linkParams,
  body: duplicateLinkBody,
  refuses: changeRefuses,
  result: z.object({ id: linkItem.shape.id, short: shortUrl(), shorturl: shortUrl() }),
});
