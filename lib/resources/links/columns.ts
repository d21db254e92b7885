import { Prisma } from "@/generated/prisma/client";
import { refusedField } from "@/lib/contract/errors";
import { fitsColumn, jsonBytes, jsonColumns } from "@/lib/contract/json-columns";
import { endOf } from "@/lib/platform/warnings";
import { plainColumns } from "./fields";
import type { References } from "./references";
import { type LinkRule, ruleFieldsOf, storedRules } from "./rule-fields";
import type { UpdateLink } from "./schema";
import { begunTests } from "./split-finish";

/**
 * Returns the columns that an input sets: a field that was not sent is `undefined` and stays, `null` clears it. Refuses
 * references to what the actor does not own, naming the field.
 */
export async function resolveColumns(references: References, input: UpdateLink, rules: LinkRule[]) {
  const { overlayId, splashPageId, type } = await typeOf(references, input.type);
  return {
    ...plainColumns(input),
    domainId: input.domain === undefined ? undefined : await references.domain(input.domain),
    type,
    overlayId,
    splashPageId,
    passwordHash: input.password && (await references.hash(input.password)),
    ...(input.password === null && { passwordHash: null }),
    expiresAt: input.expiry && endOf("expiry", input.expiry, "expiry_past"),
    ...(input.expiry === null && { expiresAt: null }),
    rules: rulesOf(input, rules) as Prisma.InputJsonValue | undefined,
    deepLink: input.deeplink === null ? Prisma.DbNull : input.deeplink,
    campaignId: input.campaign && (await references.own("campaign", input.campaign)),
    ...(input.campaign === null && { campaignId: null }),
  };
}

const maxRuleKiB = jsonColumns["links.rules"] / 1024;

/** Each kind of rules that is sent replaces that kind; the others stay as in `present`. All share one column. */
export function rulesOf(input: UpdateLink, present: LinkRule[]): LinkRule[] | undefined {
  const { rules, geotarget, devicetarget, languagetarget, split, splitfinish } = input;
  const sent = Object.entries({ rules, geotarget, devicetarget, languagetarget, split, splitfinish }).filter(
    ([, value]) => value !== undefined,
  );
  if (sent.length === 0) return undefined;
  const fields = {
    ...ruleFieldsOf(present),
    ...Object.fromEntries(sent.map(([field, value]) => [field, value ?? (field === "splitfinish" ? null : [])])),
  };
  if (splitfinish && fields.split.length === 0) throw refusedField("splitfinish", "finish_without_split");
  const stored = begunTests(storedRules(fields), present);
  if (!fitsColumn("links.rules", stored)) {
    const [largest] = sent.sort(([, one], [, other]) => jsonBytes(other) - jsonBytes(one));
    throw refusedField(largest?.[0] ?? "rules", "rules_too_large", { size: maxRuleKiB });
  }
  return stored;
}

async function typeOf(references: References, text: string | undefined) {
  if (text === undefined) return {};
  const [type, number] = text.split("-") as ["direct" | "frame" | "splash" | "overlay", string | undefined];
  const chosen = number === undefined ? null : Number(number);
  return {
    type,
    overlayId: type === "overlay" && chosen ? await references.own("overlay", chosen, "type") : null,
    splashPageId: type === "splash" && chosen ? await references.own("splash page", chosen, "type") : null,
  };
}
