import { integer, optional, timestamp, timeZone } from "@/lib/contract/fields";
import { forColumn } from "@/lib/contract/json-columns";
import { destination } from "@/lib/contract/link-fields";
import { days } from "@/lib/contract/local-time";
import { cityName, countryCode, languageCode, regionCode } from "@/lib/contract/places";
import { refusing, schemaRefusals, z } from "@/lib/contract/zod";
import { splitFinish } from "./split-finish";

export const devices = ["iphone", "ipad", "android", "windows", "mac", "linux", "mobile", "tablet", "desktop"] as const;

/** Operating systems and browsers, named as in statistics. */
export const systems = ["Windows", "macOS", "iOS", "Android", "Linux", "Chrome OS"] as const;
export const browsers = [
  ...["Chrome", "Safari", "Firefox", "Microsoft Edge", "Opera", "Samsung Internet for Android"],
  ...["Facebook", "Instagram", "X"],
] as const;

/** Accepts one of `values` in any case. */
export const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.preprocess(
    (sent) => values.find((value) => typeof sent === "string" && value.toLowerCase() === sent.toLowerCase()) ?? sent,
    z.enum(values),
  );

const anyOf = <T extends z.ZodType>(value: T) => optional(z.array(value).min(1, refusing("choose_one")).max(100));

const timeOfDay = () =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, refusing("not_a_time"))
    .meta({ example: "09:00" });

const hours = z
  .object({ from: timeOfDay(), until: timeOfDay() })
  .refine(({ from, until }) => from !== until, { path: ["until"], message: refusing("end_is_start") });

const queryParameter = z.object({
  name: z.string().min(1).max(64).meta({ example: "ref" }),
  value: optional(z.string().max(512)).describe("Default: any value."),
});

// Refuse unknown conditions, unlike other unknown fields: without its condition, a rule would apply to too many
// visitors.
export const when = z
  .strictObject(
    {
      country: anyOf(countryCode()).describe("Any of these countries: ISO codes or English names."),
      region: anyOf(regionCode()).describe("One of these regions: ISO 3166-2 codes. Needs a city database."),
      city: anyOf(cityName()).describe(
        "Any of these cities: the name, a comma and the code of the country, or the code of the region if several cities have this name. Needs a city database.",
      ),
      language: anyOf(languageCode()).describe(
        "Any of these languages: ISO codes, also with a script or region (`pt-BR`), or English names. `pt` includes `pt-BR`.",
      ),
      device: anyOf(oneOf(devices)).describe("Any of these devices."),
      os: anyOf(oneOf(systems)).describe("Any of these operating systems."),
      browser: anyOf(oneOf(browsers)).describe("Any of these browsers, or apps with a built-in browser."),
      query: optional(z.array(queryParameter).min(1).max(20)).describe(
        "The visited address has all of these parameters.",
      ),
      from: optional(timestamp("start")).describe("From this time on (UTC)."),
      until: optional(timestamp()).describe("Before this time (UTC)."),
      days: anyOf(oneOf(days)).describe("On these days of the week, in the time zone `timezone`."),
      hours: optional(hours).describe(
        "At this time of day, in the time zone `timezone`. If it ends earlier than it starts, it goes past midnight, and `days` are the days on which it starts.",
      ),
      timezone: optional(timeZone()).describe("The time zone of `days` and `hours`. Default: UTC."),
    },
    {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? refusing("condition_unknown", { name: String(issue.keys[0]).slice(0, 64) })
          : undefined,
    },
  )
  .superRefine((conditions, context) => {
    const addRuleIssue = (message: string, ...path: string[]) => context.addIssue({ code: "custom", message, path });
    const sent = Object.entries(conditions).filter(([name, value]) => name !== "timezone" && value !== undefined);
    if (sent.length === 0) addRuleIssue(refusing("rule_without_condition"));
    const { from, until } = conditions;
    if (from && until && from >= until) addRuleIssue(refusing("end_before_start"), "until");
  })
  .register(schemaRefusals, { codes: ["rule_without_condition", "end_before_start"] });

export const share = z.object({ to: destination(), weight: integer(1, 1000).meta({ example: 50 }) });

/**
 * Several destinations, each with the share of the visitors that its weight gives. A visitor always gets the same one.
 */
export const split = () =>
  forColumn("links.rules", z.array(share).max(10)).refine(({ length }) => length !== 1, refusing("split_too_small"));

const rule = z
  .object({
    when: when.describe("The rule applies if all of these conditions are met."),
    to: optional(destination()).describe("Where matching visitors go."),
    split: optional(split()).describe("Use instead of `to` for several destinations with weights."),
    finish: optional(splitFinish()).describe("Only with `split`: the same as `splitfinish`, for this rule."),
  })
  .superRefine(({ to, split, finish }, context) => {
    if (finish && !split?.length)
      context.addIssue({ code: "custom", path: ["finish"], message: refusing("finish_without_split") });
    if (to && split) context.addIssue({ code: "custom", path: ["split"], message: refusing("rule_with_to_and_split") });
    if (!to && !split?.length)
      context.addIssue({ code: "custom", path: ["to"], message: refusing("rule_without_destination") });
  })
  .register(schemaRefusals, { codes: ["rule_with_to_and_split", "rule_without_destination", "finish_without_split"] });

export const rules = () => forColumn("links.rules", z.array(rule).max(100));

export type Rule = z.infer<typeof rule>;
export type When = Rule["when"];
export type Device = (typeof devices)[number];
export type Share = z.infer<typeof share>;
