import { operation } from "@/lib/contract/operation";
import { messageResult } from "@/lib/contract/result";
import { changeLinksBody, changeSetParams, linksChanged, mostAtOnce } from "./schema";

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
