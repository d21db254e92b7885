import { optional, timestamp } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { parseTimestamp } from "@/lib/contract/timestamp";
import { refusing, schemaRefusals, z } from "@/lib/contract/zod";
import { linkParams, updateLinkBody } from "@/lib/resources/links/schema";

export const MOST_DAYS = 366;
/** Maximum number of replayed visits; the newest are replayed. */
export const MOST_VISITS = 1_000_000;

/** The changes to a link that can be replayed. */
const draft = updateLinkBody.pick({
  url: true,
  rules: true,
  geotarget: true,
  devicetarget: true,
  languagetarget: true,
  split: true,
  deeplink: true,
  parameters: true,
  expiry: true,
  expiryurl: true,
});

const DAY_MS = 86_400_000;

export const replayBody = draft
  .extend({
    from: optional(timestamp("start")).describe("Replay visits from this time on (UTC). Default: 30 days before `to`."),
    to: optional(timestamp()).describe(
      `Replay visits before this time (UTC). Default: now. At most ${MOST_DAYS} days after \`from\`.`,
    ),
  })
  .superRefine(({ from, to }, context) => {
    const [start, end] = [from, to].map((text) => (text === undefined ? null : parseTimestamp(text)));
    if (!start) return;
    const until = end?.getTime() ?? Date.now();
    const addReplayIssue = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (start.getTime() >= until) addReplayIssue(end ? "to" : "from", refusing("end_before_start"));
    else if (until - start.getTime() > MOST_DAYS * DAY_MS)
      addReplayIssue("from", refusing("period_too_long", { days: MOST_DAYS }));
  })
  .register(schemaRefusals, { codes: ["end_before_start", "period_too_long"] })
  .meta({
    example: {
      rules: [{ when: { country: ["FR"] }, to: "https://example.com/fr" }],
      from: "2037-01-01 00:00:00",
      to: "2037-02-01 00:00:00",
    },
  });

export type ReplayInput = z.infer<typeof replayBody>;

/** The names for a link's own destination and for a link that has ended. */
const names =
  "`rules.0`, `rules.0.split.1`, `geotarget.1`, `deeplink.apple`, `split.0`, or `url` for the link's own destination";

const went = z.object({
  rule: z.string().nullable().describe(`The rule that decided: ${names}.`).meta({ example: "rules.0" }),
  destination: z.string().nullable().meta({ example: "https://example.com/fr" }),
  visits: z.int().meta({ example: 12_431 }),
});

export const replayed = z
  .object({
    from: timestamp(),
    to: timestamp(),
    since: timestamp()
      .nullable()
      .describe(
        "The time from which visits were replayed, if earlier ones of the period are no longer stored or are too many. Null: all were replayed.",
      ),
    visits: z.int().describe("The number of visits by people that were replayed.").meta({ example: 20_000 }),
    after: z
      .array(went)
      .describe("Where visitors would have gone, most visits first. `rule` is `gone` if the link would have expired."),
    before: z
      .array(went)
      .describe(
        "Where visitors really went, as far as their clicks show. `rule` is null if the rule was changed or removed since, and `destination` is null if it is no longer known.",
      ),
    moved: z
      .int()
      .describe(
        "Visits that would have gone to a different destination. Counts only visits with both destinations known.",
      )
      .meta({ example: 12_431 }),
    undecided: z
      .int()
      .describe("Visits that are only in `before`, because their new destination is unknown. `message` explains why.")
      .meta({ example: 0 }),
    locked: z
      .int()
      .describe("Visits that are left out because your plan does not show their details.")
      .meta({ example: 0 }),
    message: z.string().describe("What clicks do not record, and how that was handled."),
  })
  .meta({ id: "Replay" });

export const replayVisits = operation({
  method: "POST",
  path: "/api/url/{id}/replay",
  permission: "links:write",
  tag: "Simulation",
  summary: "Replay past visits",
  description:
    "Shows where the link's visitors would have gone with other rules. The fields that you send replace the stored ones, as in an update, but nothing is saved. At most the newest million visits of the period are replayed, with the same decisions as a redirect. Passwords, click limits and whether the link is off are not taken into account. Only one replay runs at a time.",
  params: linkParams,
  body: replayBody,
  refuses: ["rules_too_large", "too_busy"],
  result: replayed,
});
