import { specificity } from "@/lib/contract/language-codes";
import type { Device, Rule, Share, When } from "./rules";
import type { SplitFinish } from "./split-finish";

/**
 * An element of `links.rules`, in the order in which rules are tried: those of the field `rules`; those of the three
 * fields with one condition each, whose value is not a list; last the link's own split, which has no condition.
 */
export interface LinkRule {
  when: Omit<When, "country" | "language" | "device"> & {
    country?: string | string[];
    language?: string | string[];
    device?: Device | Device[];
  };
  to?: string;
  split?: Share[];
  finish?: SplitFinish;
}

/** A link's rules by their names in requests. */
interface RuleFields {
  rules: Rule[];
  geotarget: { location: string; link: string }[];
  devicetarget: { device: Device; link: string }[];
  languagetarget: { language: string; link: string }[];
  split: Share[];
  splitfinish: SplitFinish | null;
}

/** Returns the field in which a rule was sent. */
export function chooseRuleField({ when }: LinkRule): Exclude<keyof RuleFields, "splitfinish"> {
  if (typeof when.country === "string") return "geotarget";
  if (typeof when.device === "string") return "devicetarget";
  if (typeof when.language === "string") return "languagetarget";
  return Object.keys(when).length === 0 ? "split" : "rules";
}

export function ruleFieldsOf(stored: LinkRule[]): RuleFields {
  const of = (field: ReturnType<typeof chooseRuleField>) => stored.filter((rule) => chooseRuleField(rule) === field);
  return {
    rules: of("rules") as Rule[],
    geotarget: of("geotarget").map(({ when, to = "" }) => ({ location: when.country as string, link: to })),
    devicetarget: of("devicetarget").map(({ when, to = "" }) => ({ device: when.device as Device, link: to })),
    languagetarget: of("languagetarget").map(({ when, to = "" }) => ({ language: when.language as string, link: to })),
    split: of("split")[0]?.split ?? [],
    splitfinish: of("split")[0]?.finish ?? null,
  };
}

/**
 * Returns a link's rules in the order in which they are tried, each with its field and its place there. Of
 * `languagetarget`, `pt-BR` comes before `pt`, as in a look-up by RFC 4647. All others keep their order.
 */
export function inOrder(
  stored: LinkRule[],
): { rule: LinkRule; field: ReturnType<typeof chooseRuleField>; place: number }[] {
  const counts = { rules: 0, geotarget: 0, devicetarget: 0, languagetarget: 0, split: 0 };
  const placed = stored.map((rule) => {
    const field = chooseRuleField(rule);
    return { rule, field, place: counts[field]++ };
  });
  const specific = ({ rule }: (typeof placed)[number]) => specificity(String(rule.when.language));
  const lookUp = placed
    .filter(({ field }) => field === "languagetarget")
    .sort((one, other) => specific(other) - specific(one));
  return placed.map((one) => (one.field === "languagetarget" ? (lookUp.shift() ?? one) : one));
}

/** How many destinations a link's own split has; null without one. Everyone else's rules come before it. */
export const countShares = (stored: LinkRule[]): number | null => ruleFieldsOf(stored).split.length || null;

/** Returns a link's rules except its split, in the order in which they are tried, as the field `rules` takes them. */
export function asOneList(stored: LinkRule[]): Rule[] {
  const list = <T>(value: T | T[]) => (Array.isArray(value) ? value : [value]);
  return inOrder(stored)
    .filter(({ field }) => field !== "split")
    .map(
      ({
        rule: {
          when: { country, language, device, ...when },
          ...target
        },
      }) => ({
        when: {
          ...(country && { country: list(country) }),
          ...(language && { language: list(language) }),
          ...(device && { device: list(device) }),
          ...when,
        },
        ...target,
      }),
    );
}

export function storedRules(fields: RuleFields): LinkRule[] {
  const { rules, geotarget, devicetarget, languagetarget, split, splitfinish } = fields;
  return [
    ...rules,
    ...geotarget.map(({ location, link }) => ({ when: { country: location }, to: link })),
    ...devicetarget.map(({ device, link }) => ({ when: { device }, to: link })),
    ...languagetarget.map(({ language, link }) => ({ when: { language }, to: link })),
    ...(split.length > 0 ? [{ when: {}, split, ...(splitfinish && { finish: splitfinish }) }] : []),
  ];
}
