import { EmptyState } from "@mantine/core";
import { IconPlus, IconWorldWww } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { DomainsTable } from "@/components/domains/domains-table";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { MayWrite } from "@/components/ui/may-write";
import { requireActor } from "@/lib/auth/session";
import { listDomains } from "@/lib/resources/domains/service";
import { limitText } from "../_lib/limit-lead";
import { deleteDomainAction } from "./actions";

const perPage = 20;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("domains"))("title") };
}

export default async function DomainsPage({ searchParams }: PageProps<"/dashboard/domains">) {
  const t = await getTranslations("domains");
  const actor = await requireActor();
  const { rows, total, page, pages } = await readPage(listView.parse(await searchParams).page, perPage, (number) =>
    listDomains(actor, { page: number, limit: perPage }),
  );
  return (
    <ListPage
      title={t("title")}
      lead={await limitText(actor, "domains")}
      actions={total > 0 && <NewDomain />}
      path="/dashboard/domains"
      {...{ page, pages, total }}
      count={t("count", { count: total })}
      empty={<NoDomains />}
    >
      <DomainsTable rows={rows} now={new Date()} remove={deleteDomainAction} />
    </ListPage>
  );
}

function NewDomain() {
  const t = useTranslations("domains");
  return (
    <MayWrite>
      <ButtonLink href="/dashboard/domains/new" leftSection={<IconPlus size={18} />}>
        {t("new")}
      </ButtonLink>
    </MayWrite>
  );
}

function NoDomains() {
  const t = useTranslations("domains.empty");
  return (
    <EmptyState py={48} variant="light" icon={<IconWorldWww />} title={t("title")} description={t("text")}>
      <NewDomain />
    </EmptyState>
  );
}
