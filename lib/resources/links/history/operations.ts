import { operation } from "@/lib/contract/operation";
import { z } from "@/lib/contract/zod";
import { changeRefuses, saveWarns } from "@/lib/resources/links/save-refusals";
import {
  linkHistory,
  linkHistoryQuery,
  linkItem,
  linkParams,
  revertLinkBody,
  shortUrl,
} from "@/lib/resources/links/schema";

const tag = "Links";

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
  warns: saveWarns,
  result: z.object({ id: linkItem.shape.id, short: shortUrl(), shorturl: shortUrl() }),
});
