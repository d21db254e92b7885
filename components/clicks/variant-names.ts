import { getTranslations } from "next-intl/server";
import type { NamedVariant } from "@/lib/resources/links/statistics/named-variants";

/** The name of each variant, by its key. */
export type VariantNames = Record<string, string>;

/** Returns a function that names a variant the way the editor names its rule. */
export async function variantNames() {
  const t = await getTranslations("clicks.decided");
  return ({ rule, position }: Pick<NamedVariant, "rule" | "position">): string => {
    if (rule === null) return t("past");
    if (rule.startsWith("deeplink")) return t("apps");
    const share = /^(?:.*\.)?split\.(\d+)$/.exec(rule)?.[1];
    const part = share === undefined ? 0 : Number(share) + 1;
    if (position !== null) return t("rule", { position, part });
    return part > 0 ? t("split", { part }) : t("others");
  };
}
