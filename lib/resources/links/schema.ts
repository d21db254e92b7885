import { statistics } from "@/lib/clicks/statistics/schema";
import { allClearable, allOptional, flag, id, integer, optional, timestamp } from "@/lib/contract/fields";
import { fitsColumn, forColumn } from "@/lib/contract/json-columns";
import {
  aboutLinkStatus,
  alias,
  campaignWeight,
  destination,
  linkForward,
  linkStatus,
  previewFields,
} from "@/lib/contract/link-fields";
import { warningsOf } from "@/lib/contract/operation";
import { pageQuery, pageResult } from "@/lib/contract/pagination";
import { countryCode, languageCode } from "@/lib/contract/places";
import { repeatable } from "@/lib/contract/query";
import { refusing, z } from "@/lib/contract/zod";
import { pixelIds } from "@/lib/resources/pixels/schema";
import { tagFilter, tagNames } from "@/lib/resources/tags/schema";
import { devices, oneOf, rules, share, split } from "./rules";
import { saveWarns } from "./save-refusals";
import { splitFinish } from "./split-finish";

/** How a link shows its destination: directly, or with a page of the service. */
const linkType = () =>
  z
    .string()
    .regex(/^(direct|frame|splash|(overlay|splash)-[1-9]\d{0,9})$/, {
      message: refusing("link_type_unknown"),
    })
    .meta({ example: "direct" });

const redirectStatus = () =>
  z.preprocess(
    (value) => (typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value),
    z.literal([301, 302, 307, 308], { error: refusing("redirect_status_unknown") }),
  );

const targets = <Key extends string, Value extends z.ZodType>(key: Key, value: Value) =>
  forColumn(
    "links.rules",
    z.array(z.object({ [key]: value, link: destination() } as Record<Key, Value> & { link: z.ZodString })).max(100),
  );

export const deepLink = forColumn(
  "links.deep_link",
  z.object({
    auto: optional(flag()),
    apple: optional(destination()),
    google: optional(destination()),
  }),
);

/** A limit at which clients still accept the redirect, even with the longest destination. */
const maxQueryLength = 4_096;

const lengthInQuery = (list: { name: string; value: string }[]) =>
  String(new URLSearchParams(list.map(({ name, value }) => [name, value]))).length;

/** Some clients send `device` and `link` for the `name` and the `value` of a parameter. */
function withOwnNames(sent: unknown): unknown {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return sent;
  const { device: name, link: value, ...own }: Record<string, unknown> = { ...sent };
  return { name, value, ...own };
}

export const parameters = forColumn(
  "links.parameters",
  z
    .array(
      z.preprocess(
        withOwnNames,
        z.object({
          name: z.string().min(1).max(64).meta({ example: "utm_source" }),
          value: z.string().max(512).meta({ example: "newsletter" }),
        }),
      ),
    )
    .max(50)
    // A list that is too large for its column gets only that refusal.
    .refine((list) => !fitsColumn("links.parameters", list) || lengthInQuery(list) <= maxQueryLength, {
      message: refusing("parameters_too_long", { count: maxQueryLength }),
    }),
);

const externalId = () => z.string().trim().min(1).max(255).meta({ example: "crm-4711" });

/** The optional fields of a link; in an update, `null` clears them. */
const extras = {
  password: z.string().min(1).max(128).describe("Visitors must enter it before they are redirected."),
  expiry: timestamp().describe("The link stops working at this time (UTC)."),
  clicklimit: integer(1).describe("The link stops working after this many clicks."),
  expiryurl: destination().describe("Where visitors go when the link has expired."),
  pixels: pixelIds(),
  channel: id().describe("The ID of the channel that the link belongs to."),
  campaign: id().describe("The ID of the campaign that the link belongs to."),
  tags: tagNames()
    .meta({ example: ["Spring", "Poster"] })
    .describe("The names of its tags. Tags that do not exist yet are created."),
  rules: rules().describe(
    "Rules are checked in order, and the first that applies decides. `rules` are checked before the three fields below.",
  ),
  split: split().describe(
    "Use instead of `url` to split visitors between several destinations with weights, if no rule applies to them. A visitor always gets the same destination.",
  ),
  splitfinish: splitFinish().describe(
    "End the split test of `split` automatically: the destination with the most conversions gets all visitors once it is better than all others. The probability of a wrong winner is at most 5 %. `{}` sets no limits.",
  ),
  deeplink: deepLink.describe(
    "Where visitors with iOS (`apple`) and Android (`google`) go. With `auto`, phones and tablets open well-known destinations, such as YouTube, in their app if it is installed, and leave the built-in browsers of other apps.",
  ),
  geotarget: targets("location", countryCode()).describe("By country: ISO codes or English names."),
  devicetarget: targets("device", oneOf(devices)).describe("By device: the first match decides."),
  languagetarget: targets("language", languageCode()).describe(
    "By language: ISO codes, also with a script or region (`pt-BR`), or English names. The most specific one that matches decides: `pt-BR` before `pt`.",
  ),
  parameters: parameters.describe(
    "Parameters added to the destination's query. `device` and `link` mean the same as `name` and `value`.",
  ),
  forward: linkForward().describe(
    "What is passed on from the visited address to the destination. `query`: the query, which overrides the destination's values but not `parameters`; `all`: also the path after the alias; `none`: nothing. Default: the domain's `forward`.",
  ),
  trackconversions: flag().describe(
    "Add the ID of each click to the destination as `sp_click`, so that conversions can be reported. Default: the setting of the domain, or of the account if the domain has none.",
  ),
  ...previewFields,
  title: z.string().trim().max(256).describe("Its name in lists. Default: the title of its destination."),
  description: z.string().max(1000).describe("Your own note. Visitors do not see it."),
  externalid: externalId().describe("Your own ID for this link. Must be unique."),
};

const choices = {
  type: optional(linkType()).describe(
    "Default: `direct`. `frame`, `splash`, `splash-<id>` and `overlay-<id>` show one of our pages first.",
  ),
  domain: optional(z.string().max(255)).describe("One of your domains, with or without `https://`."),
  status: optional(linkStatus()).describe(`Default: \`public\`. ${aboutLinkStatus}`),
  redirect: optional(redirectStatus()).describe("The HTTP status of the redirect. Default: 302."),
  campaignweight: optional(campaignWeight()).describe(
    "How often its campaign's rotator sends visitors here, relative to the weights of the campaign's other links. Default: 1.",
  ),
};

export const createLinkBody = z
  .object({
    url: destination().describe(
      "The destination: http or https. With `split` you can leave it out: it is then the first of these destinations.",
    ),
    custom: optional(alias()).describe(
      "The alias: letters, digits, `-`, `_`, and `.`, `~`, `+` inside, in up to five parts with a `/` between. Default: a random one. `alias` means the same.",
    ),
    ...choices,
    ...allOptional(extras),
  })
  .meta({
    id: "NewLink",
    example: { url: "https://example.com/spring", custom: "spring-sale" },
    override: ({ jsonSchema }) => {
      delete jsonSchema.required;
      jsonSchema.anyOf = [{ required: ["url"] }, { required: ["split"] }];
    },
  });

/** What the field for a new link sends: a line that `quickLink` reads, and the domain next to it. */
export const quickLinkForm = z.object({ url: z.string().max(20_000), domain: optional(z.string().max(255)) });

export const checkAliasQuery = z.object({
  custom: alias(),
  domain: optional(z.string().max(255)).describe("The domain of the alias. Default: your default domain."),
  link: optional(id()).describe("The ID of the link that should get the alias, if the link exists already."),
});

export type CheckAlias = z.infer<typeof checkAliasQuery>;

export const updateLinkBody = z
  .object({
    url: optional(destination()).describe("The destination: http or https."),
    custom: optional(alias()).describe(
      "The alias: letters, digits, `-`, `_`, and `.`, `~`, `+` inside, in up to five parts with a `/` between.",
    ),
    ...choices,
    ...allClearable(extras),
  })
  .meta({ example: { url: "https://example.com/summer", expiry: "2027-01-31 18:00:00" } });

export const maxLinksAtOnce = 1_000;

export const addLinksBody = z
  .object({
    links: z
      // Each is checked separately, so that one bad link does not affect the others.
      .array(z.unknown().meta({ override: { $ref: "#/components/schemas/NewLink" } }))
      .min(1)
      .max(maxLinksAtOnce)
      .describe(
        `The same fields as for \`POST /api/url/add\`, up to ${maxLinksAtOnce} times. At most 20 different passwords.`,
      ),
    mode: optional(z.enum(["each", "all"])).describe(
      "`all`: if one is rejected, none is saved. If that takes longer than a minute, the code is `took_too_long`. Default: `each`.",
    ),
    upsert: optional(z.enum(["alias", "externalid"])).describe(
      "If one of your links has this alias on this domain, or this `externalid`, it is updated instead: each field that you send replaces the stored one. If it already has all of these values, nothing is logged and no webhook is sent.",
    ),
  })
  .meta({ example: { links: [{ url: "https://example.com/spring" }] } });

export type AddLinks = z.infer<typeof addLinksBody>;
export type CreateLink = z.infer<typeof createLinkBody>;
export type UpdateLink = z.infer<typeof updateLinkBody>;

export const listLinksQuery = pageQuery.extend({
  order: z
    .preprocess((value) => (value === "click" ? value : undefined), z.enum(["date", "click"]).optional())
    .optional()
    .describe("`date` sorts by newest first, `click` by most clicks first. Any other value counts as `date`."),
  direction: z
    .preprocess((value) => (value === "asc" ? value : undefined), z.enum(["asc", "desc"]).optional())
    .optional()
    .describe("`asc` reverses the order: oldest first, or fewest clicks first. Anything else is `desc`."),
  q: optional(z.string().max(255)).describe(
    "Words to search for, in any order and without regard to accents: in the alias, the destination, the title, the description, the tags and the campaign's name. A short URL finds the link with its alias.",
  ),
  externalid: optional(externalId()).describe(
    "Find the one link with your own ID; `order`, `direction`, `q`, `tag`, `excludetag` and `archived` are then ignored.",
  ),
  alias: z
    .string()
    .max(2048)
    .optional()
    .describe(
      "Find the links with exactly this alias, at most one per domain, the service's own domain first. `keyword` means the same. An unused alias or an empty text finds nothing. `order`, `direction`, `q`, `tag`, `excludetag` and `archived` are then ignored.",
    ),
  tag: optional(tagFilter())
    .describe("Only links with the tag of this name. If you send it several times, only links with all of these tags.")
    .register(repeatable, {}),
  excludetag: optional(tagFilter())
    .describe("Only links without the tag of this name. You can send it several times.")
    .register(repeatable, {}),
  archived: optional(flag()).describe("List archived links instead of the others."),
  deleted: optional(flag()).describe(
    "List deleted links that you can restore, latest first. You cannot combine this with filters or an order.",
  ),
  short: optional(z.string().max(2048)).describe(
    "Find one link by its short URL or alias, with its statistics. Other parameters are then ignored.",
  ),
});

export const linkParams = z.object({ id: id().describe("The ID of the link.") });

export type DeepLink = z.infer<typeof deepLink>;
export type LinkParameters = z.infer<typeof parameters>;

export const shortUrl = () => z.string().meta({ format: "uri", example: "https://go.example.com/spring-sale" });

export const linkItem = z
  .object({
    id: z.int().meta({ example: 7 }),
    alias: alias(),
    shorturl: shortUrl(),
    longurl: destination(),
    clicks: z.int().describe("Visits by people.").meta({ example: 12 }),
    uniqueclicks: z
      .int()
      .describe("Visitors of this link since its creation. A visitor who comes back is not counted again.")
      .meta({ example: 9 }),
    title: z.string().meta({ example: "Spring sale" }),
    description: z.string().meta({ example: "Poster at the station" }),
    domain: z.string().meta({ example: "https://go.example.com" }),
    externalid: externalId().nullable().describe("Your own ID for this link."),
    campaign: z.int().nullable().describe("The ID of its campaign."),
    channel: z.int().nullable().describe("The ID of its channel."),
    tags: z
      .array(z.string())
      .describe("The names of its tags, in order.")
      .meta({ example: ["Poster", "Spring"] }),
    date: timestamp().describe("When it was created (UTC)."),
  })
  .meta({ id: "Link" });

export const linkDetails = linkItem
  .extend({
    status: linkStatus(),
    archived: z.boolean().describe("Whether it is archived: it keeps redirecting, but lists leave it out."),
    type: linkType(),
    redirect: z.int().meta({ example: 302 }),
    campaignweight: z.int().describe("Its weight in its campaign's rotator.").meta({ example: 1 }),
    protected: z.boolean().describe("Whether visitors must enter a password."),
    expiry: timestamp().nullable(),
    clicklimit: z.int().nullable(),
    expiryurl: destination().nullable(),
    pixels: z.array(z.int()),
    deeplink: z
      .object({ auto: z.boolean(), apple: destination().nullable(), google: destination().nullable() })
      .nullable(),
    rules: rules(),
    geotarget: z.array(z.object({ location: z.string().meta({ example: "FR" }), link: destination() })),
    devicetarget: z.array(z.object({ device: z.enum(devices), link: destination() })),
    languagetarget: z.array(z.object({ language: z.string().meta({ example: "fr" }), link: destination() })),
    split: z.array(share),
    splitfinish: splitFinish().nullable().describe("How the split test ends automatically. Null: it does not."),
    parameters,
    forward: linkForward().nullable().describe("Null: use the domain's setting."),
    trackconversions: z
      .boolean()
      .nullable()
      .describe(
        "Whether the destination gets the ID of each click as `sp_click`. Null: use the setting of the domain, or of the account if the domain has none.",
      )
      .meta({ example: null }),
    metatitle: z.string().nullable(),
    metadescription: z.string().nullable(),
    metaimage: destination().nullable(),
  })
  .meta({ id: "LinkDetails" });

export const failure = z.object({
  status: z.int().nullable().describe("The HTTP status of its response. `null`: no response.").meta({ example: 404 }),
  since: timestamp().describe("When the failure was found (UTC)."),
});

export const shownLink = linkDetails
  .extend({
    location: z
      .record(z.string(), destination())
      .meta({ example: { france: "https://example.com/fr" } })
      .describe("`geotarget` in the format of other clients: by the English name of the country, in lower case."),
    device: z
      .record(z.string(), destination())
      .meta({ example: { iphone: "https://example.com/ios" } })
      .describe("`devicetarget` in the format of other clients: by device."),
    failing: failure
      .nullable()
      .describe(
        "Only if the destination fails. `null`: it works, or it is not checked. The links with the most clicks are checked, once a day.",
      ),
  })
  .meta({ id: "ShownLink" });

export const linkResult = z
  .object({
    status: z.enum(["created", "exists", "error"]).describe("`exists`: the link already existed and was updated."),
    id: z.int().optional(),
    shorturl: shortUrl().optional(),
    code: z.string().optional().describe("Only for errors, as in any error response."),
    message: z.string().optional(),
    errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
    warnings: warningsOf(saveWarns),
  })
  .meta({ id: "LinkResult" });

export const linkList = pageResult(
  "urls",
  linkItem.extend({ deleted: timestamp().optional().describe("With `deleted`: when it was deleted (UTC).") }),
);

export const duplicateLinkBody = z.object({
  custom: createLinkBody.shape.custom.describe("The copy's alias. Default: a random one."),
});

/** The answer to `short`: the link itself, as in the answer for a single link, and a list of it. */
export const linkLookUp = z.object({
  id: z.int().describe("The link's ID."),
  details: shownLink,
  data: linkList.shape.data.extend(statistics.shape).describe("A list with this link, and the link's statistics."),
});

/** A list, or the answer to `short`. */
export const linkListOrLink = z.object({
  id: linkLookUp.shape.id.optional(),
  details: linkLookUp.shape.details.optional(),
  data: linkList.shape.data.extend(statistics.partial().shape),
});

export const linkHistoryQuery = pageQuery.extend({
  at: optional(timestamp()).describe("Show the link as it was at this time (UTC), and its changes until then."),
});

const historyFields = z.record(z.string(), z.unknown()).meta({ example: { url: "https://example.com/spring" } });

const person = z.object({ id: z.int(), name: z.string().nullable().meta({ example: "ada" }) }).nullable();

export const linkChange = z
  .object({
    id: z.int(),
    date: timestamp().describe("When it happened (UTC)."),
    kind: z.enum(["created", "changed", "deleted"]).describe("`created` also means that it was restored."),
    operation: z
      .string()
      .nullable()
      .meta({ example: "PUT /api/url/{id}/update" })
      .describe("How it was changed. Null: by the service itself."),
    person: person.describe("Who did it."),
    administrator: person.describe("The administrator who was logged in as this person."),
    before: historyFields.describe(
      "The changed fields with their old values, under the names that you use to set them.",
    ),
    after: historyFields.describe("The same fields with their new values."),
  })
  .meta({ id: "LinkChange" });

/** With `at`, this also has the link's state at that time. */
export const linkHistory = z.object({
  known: timestamp()
    .nullable()
    .describe(
      "If the link is older than its recorded history: when the recording began (UTC). Null: all changes are recorded.",
    ),
  state: historyFields
    .nullable()
    .optional()
    .describe(
      "With `at`: the link as it was then, under the names that you use to set its fields. Null: it did not exist.",
    ),
  data: pageResult("changes", linkChange).shape.data,
});

export const revertLinkBody = z
  .object({
    change: optional(id()).describe("The link as it was right after this change in its history."),
    before: optional(flag()).describe("With `change`: the link as it was right before the change."),
    at: optional(timestamp()).describe(
      "Use instead of `change`: the link as it was at this time (UTC). If you send neither, the last change is undone.",
    ),
  })
  .meta({ example: { at: "2027-01-31 18:00:00" } });
