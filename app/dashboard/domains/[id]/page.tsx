import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { DnsDoctor } from "@/components/domains/dns-doctor";
import { DomainBrand } from "@/components/domains/domain-brand";
import { DomainButtons } from "@/components/domains/domain-buttons";
import { DomainRedirects } from "@/components/domains/domain-redirects";
import { BlockedAlert } from "@/components/ui/blocked-alert";
import { Card } from "@/components/ui/card";
import { LoadingCard } from "@/components/ui/loading-card";
import { Page } from "@/components/ui/page";
import { refusalIn } from "@/lib/contract/refusals";
import { getBioPage } from "@/lib/resources/bio-pages/service";
import { readTheme } from "@/lib/resources/domains/presenter";
import { examineDomain } from "@/lib/resources/domains/service";
import { verification } from "@/lib/resources/domains/verify";
import { deleteDomainAction } from "../actions";
import { loadDomain } from "./load-domain";

export async function generateMetadata({ params }: PageProps<"/dashboard/domains/[id]">): Promise<Metadata> {
  return { title: (await loadDomain((await params).id)).row.host };
}

export default async function DomainPage({ params }: PageProps<"/dashboard/domains/[id]">) {
  const t = await getTranslations("domains");
  const { actor, row: domain } = await loadDomain((await params).id);
  const bio = domain.rootBioPageId === null ? null : await getBioPage(actor, domain.rootBioPageId);
  return (
    <Page title={domain.host} size="form" actions={<DomainButtons domain={domain} remove={deleteDomainAction} />}>
      <Stack gap="lg">
        <Card title={t("dns.title")} lead={t("dns.lead")}>
          <Suspense fallback={<LoadingCard height={180} label={t("dns.asking")} />}>
            <Examined id={domain.id} />
          </Suspense>
        </Card>
        <Card title={t("redirects.title")}>
          <BlockedAlert
            mb="md"
            addresses={[
              ["redirectroot", domain.redirectRoot],
              ["redirect404", domain.redirect404],
            ]}
          />
          <DomainRedirects
            bio={bio}
            root={domain.redirectRoot}
            missing={domain.redirect404}
            forward={domain.forward}
            tracks={domain.trackConversions}
            accountTracks={actor.trackConversions}
          />
        </Card>
        <Card title={t("brand.heading")} lead={t("brand.lead")}>
          <DomainBrand id={domain.id} theme={readTheme(domain.theme)} />
        </Card>
      </Stack>
    </Page>
  );
}

/** Separate, because the DNS may take seconds to answer and the rest of the page must not wait. */
async function Examined({ id }: { id: number }) {
  const { actor } = await loadDomain(String(id));
  const { domain, report, proof } = await examineDomain(actor, id);
  const problem = report.problem && refusalIn(await getLocale(), report.problem);
  return (
    <DnsDoctor
      domain={{ ...domain, contested: proof !== null }}
      isChecked={verification() !== "off"}
      report={{ ...report, problem }}
      proof={proof}
      now={new Date()}
    />
  );
}
