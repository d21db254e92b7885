import { Group, Stack } from "@mantine/core";
import { getLocale, getTranslations } from "next-intl/server";
import { Live } from "@/components/clicks/live";
import { CreatedLink } from "@/components/links/created-link";
import { NewLinkField } from "@/components/links/new-link-field";
import { FirstLink } from "@/components/overview/first-link";
import { OverviewBody } from "@/components/overview/overview-body";
import { overviewView, scopeQuery } from "@/components/overview/overview-view";
import { ScopeSelect } from "@/components/overview/scope-select";
import { Page } from "@/components/ui/page";
import { pageTitle } from "@/components/ui/page-title";
import { requireActor } from "@/lib/auth/session";
import { placesIn } from "@/lib/contract/places";
import { attentionOf } from "@/lib/resources/overview/attention";
import { overviewOf } from "@/lib/resources/overview/service";
import { createdLink } from "./_lib/created-link";
import { domainChoices } from "./_lib/domain-choices";
import { scopeChoices } from "./_lib/scope-choices";
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
