import { clearable, flag, id, integer, optional } from "@/lib/contract/fields";
import { refusing, z } from "@/lib/contract/zod";
import { tagName } from "@/lib/resources/tags/fields";
import { shortUrl } from "./schema";

/** The most links that one request changes: as many as can be restored after they are deleted. */
export const mostAtOnce = 10_000;

const linkStates = ["active", "private", "disabled", "expired", "limit-reached"] as const;

/** The filters of a list of links. */
const filter = z
  .object({
    q: optional(z.string().max(255)).describe("As in the list."),
    tag: optional(z.string().max(255)).describe("The name of a tag."),
    campaign: optional(id()),
    channel: optional(id()),
    domain: optional(id()).describe("The id of a domain."),
    state: optional(z.enum(linkStates)).describe("What a visitor meets."),
    archived: optional(flag()).describe("List archived links instead of the others."),
  })
  .meta({ example: { tag: "Spring" } });

const selected = {
  ids: optional(z.array(id()).min(1).max(1_000)).describe(
    "The links, up to 1,000. Those that are not yours are left alone.",
  ),
  filter: optional(filter).describe("Instead of `ids`: all links that the list finds with this."),
  count: optional(integer(1, mostAtOnce)).describe(
    "With `filter`: how many links that are, as the list says. Where it finds another number by now, nothing is changed.",
  ),
};

type Selected = z.infer<z.ZodObject<typeof selected>>;

function checkSelected({ ids, filter, count }: Selected, { addIssue }: z.RefinementCtx): void {
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
  domain: optional(z.string().max(255)).describe("Move them to this domain of yours: their present addresses end."),
  campaign: clearable(id()).describe("Move them to this campaign; `null`: out of theirs."),
  channel: optional(id()).describe("Add them to this channel."),
  tag: optional(tagName()).describe("Give them this tag. It is made where you do not have it yet."),
  untag: optional(tagName()).describe("Take this tag off them."),
  status: optional(z.enum(["public", "private"])).describe("A private link does not redirect."),
  archived: optional(flag()).describe("Archive them, or take them out of the archive."),
  deleted: optional(yes()).describe("Delete them. For 30 days they can be restored."),
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

export const linksChanged = z.object({
  id: z.int().nullable().describe("Use this ID to undo the change, for a day. Null: nothing was changed."),
  changed: z.int().describe("How many links were changed. The others already had this value."),
  refused: z.int().describe("How many could not be."),
  refusals: z
    .array(
      z.object({
        id: z.int(),
        shorturl: shortUrl(),
        code: z.string().meta({ example: "alias_taken" }),
        message: z.string(),
      }),
    )
    .describe("The first 100 of them, each with why."),
});

export type LinksChanged = z.infer<typeof linksChanged>;
export const mostRefusals = 100;

export const changeSetParams = z.object({ id: id().describe("The `id` in the answer to the change.") });
