import { clearable, flag, id, integer, optional } from "@/lib/contract/fields";
import { aboutLinkStatus, linkStatus } from "@/lib/contract/link-fields";
import { messageResult, operation } from "@/lib/contract/operation";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { refusing, z } from "@/lib/contract/zod";
import { restoreWarns } from "@/lib/resources/links/save-refusals";
import { shortUrl } from "@/lib/resources/links/schema";
import { tagFilter, tagName } from "@/lib/resources/tags/schema";

/** The most links that one request changes: as many as can be restored after they are deleted. */
export const mostAtOnce = 10_000;

const linkStates = ["active", "private", "off", "disabled", "expired", "limit-reached"] as const;

/** The filters of a list of links. */
const filter = z
  .object({
    q: optional(z.string().max(255)).describe("The same as in the list of links."),
    tag: optional(tagFilter()).describe("The name of a tag, or a list of names: links with all of these tags."),
    excludetag: optional(tagFilter()).describe("Leave out links with one of these tags: a name, or a list of names."),
    campaign: optional(id()),
    channel: optional(id()),
    domain: optional(id()).describe("The ID of a domain."),
    state: optional(z.enum(linkStates)).describe("What visitors get."),
    archived: optional(flag()).describe("List archived links instead of the others."),
  })
  .meta({ example: { tag: "Spring" } });

/** The fields that select links. */
export const selected = {
  ids: optional(z.array(id()).min(1).max(1_000)).describe(
    "The IDs of up to 1,000 links. Links of other users are ignored.",
  ),
  filter: optional(filter).describe("Use instead of `ids` to change all links that match this filter."),
  count: optional(integer(1, mostAtOnce)).describe(
    "With `filter`: the number of links that you expect, as shown in the list. If the filter now finds a different number, nothing is changed.",
  ),
};

type Selected = z.infer<z.ZodObject<typeof selected>>;

/** Reports a selection that is incomplete or contradicts itself. */
export function checkSelected({ ids, filter, count }: Selected, { addIssue }: z.RefinementCtx): void {
  const addSelectionIssue = (path: string, message: string) => addIssue({ code: "custom", path: [path], message });
  if (ids && filter) addSelectionIssue("filter", refusing("not_together", { other: "ids" }));
  if (!ids && !filter) addSelectionIssue("ids", refusing("required"));
  if (filter && count === undefined) addSelectionIssue("count", refusing("required"));
}

/** Links by their ids, or all that match a filter. */
export const linkSelection = z.object(selected).superRefine(checkSelected);

export type LinkSelection = z.infer<typeof linkSelection>;

/** `true`, also sent as 1 or as text. */
const yes = () =>
  z.preprocess((value) => (value === 1 || value === "1" || value === "true" ? true : value), z.literal(true));

const changes = {
  domain: optional(z.string().max(255)).describe(
    "Move them to this domain of your account. Their current addresses stop working.",
  ),
  campaign: clearable(id()).describe("Move them to this campaign. `null`: remove them from their campaigns."),
  channel: optional(id()).describe("Add them to this channel."),
  tag: optional(tagName()).describe("Add this tag. If it does not exist yet, it is created."),
  untag: optional(tagName()).describe("Remove this tag."),
  status: optional(linkStatus()).describe(aboutLinkStatus),
  archived: optional(flag()).describe("Archive or unarchive them."),
  deleted: optional(yes()).describe("Delete them. You can restore them for 30 days."),
};

const changeNames = Object.keys(changes) as (keyof typeof changes)[];

/** A selection and exactly one change. */
export const changeLinksBody = z
  .object({ ...selected, ...changes })
  .superRefine((body, context) => {
    checkSelected(body, context);
    const [first, second] = changeNames.filter((name) => body[name] !== undefined);
    if (!first) context.addIssue({ code: "custom", message: refusing("links_change_one") });
    if (first && second)
      context.addIssue({ code: "custom", path: [second], message: refusing("not_together", { other: first }) });
  })
  .meta({ example: { filter: { tag: "Spring" }, count: 151, campaign: 7 } });

export type ChangeLinks = z.infer<typeof changeLinksBody>;

const linksChanged = z.object({
  id: z.int().nullable().describe("Use this ID to undo the change, for 30 days. Null: nothing was changed."),
  changed: z.int().describe("How many links were changed. The others already had this value."),
  refused: z.int().describe("How many links could not be changed."),
  refusals: z
    .array(
      z.object({
        id: z.int(),
        shorturl: shortUrl(),
        code: z.string().meta({ example: "alias_taken" }),
        message: z.string(),
      }),
    )
    .describe("The first 100 of these links, each with the reason."),
});

export type LinksChanged = z.infer<typeof linksChanged>;
export const mostRefusals = 100;

const undoLinksBody = z.object({
  dryrun: optional(flag()).describe("Only report what would be undone. Nothing is changed."),
});

export const changeUndone = messageResult.extend({
  undone: z.int().describe("How many links have their earlier value again."),
  left: z.int().describe("How many links could not be changed back."),
  refusals: z
    .array(
      z.object({
        id: z.int(),
        shorturl: shortUrl().nullable().describe("Null if the link no longer exists."),
        code: z.string().meta({ example: "undo_alias_taken" }),
        message: z.string().describe("The reason, and what you can do."),
      }),
    )
    .describe("The first 100 of these links, each with the reason."),
});

const changeSetParams = z.object({ id: id().describe("The `id` in the answer to the change.") });

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
