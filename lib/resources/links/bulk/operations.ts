import { operation } from "@/lib/contract/operation";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { restoreWarns } from "@/lib/resources/links/save-refusals";
import { changeLinksBody, changeSetParams, changeUndone, linksChanged, mostAtOnce, undoLinksBody } from "./schema";

const tag = "Links";

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

/** Why a link cannot be changed back. */
const undoRefuses: RefusalCode[] = [
  "link_tags_full",
  "restore_alias_taken",
  "restore_domain_gone",
  "undo_alias_taken",
  "undo_campaign_gone",
  "undo_domain_gone",
  "undo_externalid_taken",
  "undo_link_changed",
  "undo_link_deleted",
  "undo_link_gone",
  "undo_reference_gone",
  "undo_tag_gone",
];

export const undoLinksChange = operation({
  method: "POST",
  path: "/api/urls/change/{id}/undo",
  permission: "links:write",
  tag,
  summary: "Undo a change of many links",
  description:
    "Possible for 30 days, and for your account's latest 200 changes. The links get back what they had before. `refusals` lists those that cannot, because they or something that they used have changed since. They stay part of the change: remove the cause, then undo it again. If there are no others, the request is refused and nothing is changed. To see all this before, send `dryrun`.",
  params: changeSetParams,
  body: undoLinksBody,
  refuses: ["undo_changed", "undo_gone", ...undoRefuses],
  warns: restoreWarns,
  result: changeUndone,
});
