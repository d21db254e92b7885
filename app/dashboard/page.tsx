import { Group, Stack } from "@mantine/core";
import { getLocale, getTranslations } from "next-intl/server";
import { listOwnedChoices } from "@/app/dashboard/_lib/owned-choices";
import { Live } from "@/components/clicks/live";
import { CreatedLink } from "@/components/links/created-link";
import { NewLinkField } from "@/components/links/new-link-field";
import { FirstLink } from "@/components/overview/first-link";
import { OverviewBody } from "@/components/overview/overview-body";
import { overviewView, scopeQuery } from "@/components/overview/overview-view";
import { type ScopeGroup, ScopeSelect } from "@/components/overview/scope-select";
import { Page } from "@/components/ui/page";
import { pageTitle } from "@/components/ui/page-title";
import type { Actor } from "@/lib/auth/actor";
import { hasPermission } from "@/lib/auth/permissions";
import { requireActor } from "@/lib/auth/session";
import { placesIn } from "@/lib/contract/places";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { db } from "@/lib/platform/database/db";
import { usableDomains } from "@/lib/resources/domains/service";
import { originOf } from "@/lib/resources/links/short-url";
import { attentionOf } from "@/lib/resources/overview/attention";
import { overviewOf } from "@/lib/resources/overview/service";
import { createdLink } from "./_lib/created-link";
import { domainChoices } from "./_lib/domain-choices";
import { createLinkAction, shortenAction } from "./links/actions";

export const generateMetadata = pageTitle("overview", "title");

export default async function OverviewPage({ searchParams }: PageProps<"/dashboard">) {
  const t = await getTranslations("overview");
  const actor = await requireActor();
  const { created, ...scope } = overviewView.parse(await searchParams);
  const [overview, attention, groups, made, locale, domains] = await Promise.all([
    overviewOf(actor, scope),
    attentionOf(actor),
    scopeChoices(actor),
    createdLink(actor, created),
    getLocale(),
    domainChoices(actor),
  ]);
  const query = scopeQuery(scope);
  const isNew = overview.links === 0 && overview.clicks.now === 0 && query === "";

  return (
    <Page
      title={t("title")}
      actions={
        <Group gap="md" wrap="nowrap">
          {overview.watched.length > 0 && <Live subject="link" ids={overview.watched} />}
          {groups.length > 0 && (
            <ScopeSelect label={t("scope.label")} value={query} all={t("scope.all")} groups={groups} />
          )}
        </Group>
      }
    >
      <Stack gap="lg">
        <NewLinkField large explained={isNew} create={createLinkAction} shorten={shortenAction} domains={domains} />
        {made && <CreatedLink link={made} />}
        {isNew ? (
          <FirstLink />
        ) : (
          <OverviewBody
            overview={overview}
            attention={attention}
            all={`/dashboard/links?${new URLSearchParams([...new URLSearchParams(query), ["order", "click"]])}`}
            places={placesIn(locale)}
          />
        )}
      </Stack>
    </Page>
  );
}

/** The filters of the overview. Filters without a choice are left out. */
async function scopeChoices(actor: Actor): Promise<ScopeGroup[]> {
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
