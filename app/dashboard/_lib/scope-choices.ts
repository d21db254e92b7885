import { getTranslations } from "next-intl/server";
import { scopeQuery } from "@/components/overview/overview-view";
import type { ScopeGroup } from "@/components/overview/scope-select";
import type { Actor } from "@/lib/auth/actor";
import { hasPermission } from "@/lib/auth/permissions";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { db } from "@/lib/platform/database/db";
import { usableDomains } from "@/lib/resources/domains/service";
import { originOf } from "@/lib/resources/links/short-url";
import { listOwnedChoices } from "./owned-choices";

/** The filters of the overview. Filters without a choice are left out. */
export async function scopeChoices(actor: Actor): Promise<ScopeGroup[]> {
  const t = await getTranslations("overview.scope");
  const [domains, campaigns, tags] = await Promise.all([
    hasPermission(actor, "domains:read") ? usableDomains(actor) : [],
    hasPermission(actor, "campaigns:read") ? listOwnedChoices(db.campaign, actor, "campaign") : [],
    listOwnedChoices(db.tag, actor, "tag"),
  ]);
  const groups = [
    {
      group: t("domains"),
      items: (domains.length > 1 ? domains : []).map((domain) => ({
        value: scopeQuery({ domain: domain.id }),
        label: withoutScheme(originOf(domain)),
      })),
    },
    {
      group: t("campaigns"),
      items: campaigns.map(({ value, label }) => ({ value: scopeQuery({ campaign: Number(value) }), label })),
    },
    { group: t("tags"), items: tags.map(({ label }) => ({ value: scopeQuery({ tag: label }), label })) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
