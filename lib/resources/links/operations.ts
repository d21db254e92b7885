import { statistics } from "@/lib/clicks/statistics/schema";
import { operation } from "@/lib/contract/operation";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { changeLinksBody, changeSetParams, linksChanged, mostAtOnce } from "./bulk-schema";
import { newLinkBody } from "./new-link";
import {
  addLinksBody,
  checkAliasQuery,
  duplicateLinkBody,
  linkHistory,
  linkHistoryQuery,
  linkItem,
  linkListOrLink,
  linkParams,
  linkResult,
  listLinksQuery,
  revertLinkBody,
  shortUrl,
  shownLink,
  updateLinkBody,
} from "./schema";

const tag = "Links";

/** Refusals of every link that is saved: of its alias, domain, destinations and references. */
const saveRefuses: RefusalCode[] = [
  "alias_reserved",
  "alias_taken",
  "domain_suspended",
  "domain_unproven",
  "domain_unverified",
  "externalid_taken",
  "no_cities",
  "not_yours",
  "rules_too_large",
  "url_blocked",
  "url_is_short_link",
];

/** Refusals of changes to, and copies of, a link that has a designed code. */
const changeRefuses: RefusalCode[] = [...saveRefuses, "link_qr_unreadable"];

export const listLinks = operation({
  method: "GET",
  path: "/api/urls",
  permission: "links:read",
  tag,
  summary: "List your links",
  description:
    "Newest first, then by ID, unless you send `order`. With `short`, the answer is one link with its statistics. Only then do errors have status 200, because older clients check the status before `error`.",
  query: listLinksQuery,
  refuses: ["not_together"],
  result: linkListOrLink,
  missAs200: true,
});

export const showLink = operation({
  versioned: true,
  method: "GET",
  path: "/api/url/{id}",
  permission: "links:read",
  tag,
  summary: "Show a link",
  description:
    "Its settings, under the names that you use to set them, and its statistics. Clicks are clicks by people, without bots.",
  params: linkParams,
  result: z.object({ details: shownLink, data: statistics }),
});

export const checkAlias = operation({
  method: "GET",
  path: "/api/url/check",
  permission: "links:read",
  tag,
  summary: "Check whether an alias is free",
  description:
    "If it is taken, you get the same error as when you create a link with it. The alias is not reserved for you.",
  query: checkAliasQuery,
  refuses: ["alias_reserved", "alias_taken", "domain_suspended", "domain_unproven", "domain_unverified", "not_yours"],
  result: z.object({ shorturl: shortUrl() }),
});

export const addLink = operation({
  method: "POST",
  path: "/api/url/add",
  permission: "links:write",
  tag,
  summary: "Shorten a URL",
  description: "Only `url` or `split` is required. The link works at once.",
  body: newLinkBody,
  refuses: saveRefuses,
  result: z.object({ id: linkItem.shape.id, short: shortUrl(), shorturl: shortUrl() }),
});

export const addLinks = operation({
  method: "POST",
  path: "/api/urls/add",
  permission: "links:write",
  tag,
  summary: "Shorten many URLs",
  description:
    "Up to 1,000 at once. Each is handled like a separate request. `results` has one entry for each, in order. The response is a success even if some are rejected. Every hundred links count as one request toward the rate limit.",
  body: addLinksBody,
  maxValues: 20_000,
  cost: ({ links }) => Math.ceil(links.length / 100),
  result: z.object({ results: z.array(linkResult) }),
});

export const changeLink = operation({
  versioned: true,
  method: "PUT",
  path: "/api/url/{id}/update",
  permission: "links:write",
  tag,
  summary: "Change a link",
  description: "Every field is optional. A field that you send replaces the stored value; `null` clears it.",
  params: linkParams,
  body: updateLinkBody,
  refuses: changeRefuses,
  result: z.object({ id: linkItem.shape.id, short: shortUrl(), shorturl: shortUrl() }),
});

export const changeLinks = operation({
  method: "POST",
  path: "/api/urls/change",
  permission: "links:write",
  tag,
  summary: "Change many links",
  description:
    `Make one change to up to 1,000 links by ID, or to up to ${mostAtOnce.toLocaleString("en")} links that match a filter. ` +
    "All of them are changed, or none. Only a link whose alias is taken on the new domain stays as it is. " +
    "You can undo the change for 30 days. Every hundred links count as one request toward the rate limit.",
  body: changeLinksBody,
  refuses: [
    ...(["changed_meanwhile", "domain_suspended", "domain_unproven", "domain_unverified"] as const),
    ...(["link_tags_full", "links_change_one", "not_together", "not_yours", "required", "selection_changed"] as const),
  ],
  cost: ({ ids, count }) => Math.ceil((ids?.length ?? count ?? 1) / 100),
  result: linksChanged,
});

export const undoLinksChange = operation({
  method: "POST",
  path: "/api/urls/change/{id}/undo",
  permission: "links:write",
  tag,
  summary: "Undo a change of many links",
  description:
    "Possible for 30 days, and for your account's latest 200 changes. All of the links get back exactly what they had before. If one of them, or a campaign, channel or tag involved, has changed since, nothing is undone.",
  params: changeSetParams,
  refuses: ["undo_changed", "undo_gone"],
  result: messageResult,
});

export const removeLink = operation({
  method: "DELETE",
  path: "/api/url/{id}/delete",
  permission: "links:write",
  tag,
  summary: "Delete a link",
  description:
    "The link returns 404 at once, and its alias is free. For 30 days you can restore it with its clicks and statistics. Of your deleted links, at most the latest 10,000 and 64 MiB are kept.",
  params: linkParams,
  result: messageResult,
});

export const restoreLink = operation({
  method: "POST",
  path: "/api/url/{id}/restore",
  permission: "links:write",
  tag,
  summary: "Restore a deleted link",
  description:
    "The link comes back with its ID, clicks and statistics. If its alias has been taken, it gets a random one; if its domain is gone, it gets the service's own domain. `message` tells you so. Campaigns, channels, pixels, overlays and splash pages that no longer exist are left out.",
  params: linkParams,
  result: messageResult.extend({ id: linkItem.shape.id, short: shortUrl(), shorturl: shortUrl() }),
});

export const eraseLink = operation({
  method: "DELETE",
  path: "/api/url/{id}/erase",
  permission: "links:write",
  tag,
  summary: "Delete a link permanently",
  description: "With its clicks and statistics, before the 30 days are over. This cannot be undone.",
  params: linkParams,
  result: messageResult,
});

export const archiveLink = operation({
  method: "POST",
  path: "/api/url/{id}/archive",
  permission: "links:write",
  tag,
  summary: "Archive a link",
  description:
    "It keeps redirecting and keeps its statistics, QR code and rotator. Lists leave it out, and it does not count toward your plan's limit.",
  params: linkParams,
  result: messageResult,
});

export const unarchiveLink = operation({
  method: "POST",
  path: "/api/url/{id}/unarchive",
  permission: "links:write",
  tag,
  summary: "Unarchive a link",
  description: "It counts toward your plan's limit again.",
  params: linkParams,
  result: messageResult,
});

export const duplicateLink = operation({
  method: "POST",
  path: "/api/url/{id}/duplicate",
  permission: "links:write",
  tag,
  summary: "Duplicate a link",
  description: "The copy has all settings, including password, pixels, channel and campaign, but no clicks.",
  params: linkParams,
  body: duplicateLinkBody,
  refuses: changeRefuses,
  result: z.object({ id: linkItem.shape.id, short: shortUrl(), shorturl: shortUrl() }),
});

export const showLinkHistory = operation({
  method: "GET",
  path: "/api/url/{id}/history",
  tag,
  permission: "links:read",
  summary: "Show a link's history",
  description:
    "Each change and who made it, newest first, at most 50 per page. With `at`, also the link as it was then: where did it redirect on 3 May at 14:00? A changed password is listed, but never its value. Kept as long as the audit log.",
  params: linkParams,
  query: linkHistoryQuery,
  refuses: ["history_unknown"],
  result: linkHistory,
});

export const revertLink = operation({
  method: "POST",
  path: "/api/url/{id}/revert",
  tag,
  permission: "links:write",
  summary: "Restore an earlier version of a link",
  description:
    "Sets all fields that differ back to their earlier values. The same checks apply as to an update: if a value is no longer allowed, for example because the alias is taken, the error names it and nothing is changed. The password and the archived state stay as they are.",
  params: linkParams,
  body: revertLinkBody,
  refuses: [...changeRefuses, "history_absent", "history_unknown", "not_together"],
  result: z.object({ id: linkItem.shape.id, short: shortUrl(), shorturl: shortUrl() }),
});
