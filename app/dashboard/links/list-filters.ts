import { getTranslations } from "next-intl/server";
import { type LinksView, states } from "@/components/links/links-view";
import type { Choice } from "@/components/ui/choice";
import type { ListFilter } from "@/components/ui/list-filter";
import type { Actor } from "@/lib/auth/actor";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { db } from "@/lib/platform/database/db";
import { usableDomains } from "@/lib/resources/domains/service";
import { originOf } from "@/lib/resources/links/short-url";
import { foldTag } from "@/lib/resources/tags/names";
import { listOwnedChoices } from "../_lib/owned-choices";

/** The filters for the actor's links, and the places to put links into. */
export async function listFilters(actor: Actor, view: LinksView) {
  const t = await getTranslations("links");
  const [campaigns, channels, tags, usable] = await Promise.all([
    listOwnedChoices(db.campaign, actor, "campaign"),
    listOwnedChoices(db.channel, actor, "channel"),
    listOwnedChoices(db.tag, actor, "tag"),
    usableDomains(actor),
  ]);
  const domains = usable.map((domain) => ({ value: String(domain.id), label: withoutScheme(originOf(domain)) }));
  const spellings = new Map(tags.map(({ label }) => [foldTag(label), label]));
  const named = tags.map(({ label }) => ({ value: label, label }));
  const among = (name: "campaign" | "channel" | "tag" | "excludetag" | "domain", options: Choice[]): ListFilter[] =>
    // A filter without a real choice is left out.
    options.length < (name === "domain" ? 2 : 1)
      ? []
      : [
          {
            name,
            label: t(`filters.${name}.label`),
            ...(name === "tag" || name === "excludetag"
              ? { value: view[name].map((tag) => spellings.get(foldTag(tag)) ?? tag).join(","), several: true }
              : { value: String(view[name] ?? "") }),
            options: [{ value: "", label: t(`filters.${name}.any`) }, ...options],
          },
        ];
  const filters: ListFilter[] = [
    ...among("campaign", campaigns),
    ...among("channel", channels),
    ...among("tag", named),
    ...among("excludetag", named),
    ...among("domain", domains),
    {
      name: "status",
      label: t("filters.status.label"),
      value: view.status ?? "",
      options: [
        { value: "", label: t("filters.status.any") },
        ...states.map((value) => ({ value, label: t(`states.${value}`) })),
      ],
    },
  ];
  return { filters, campaigns, channels, tags, domains };
}
