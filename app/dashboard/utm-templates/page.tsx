import { EmptyState } from "@mantine/core";
import { IconPlus, IconTemplate } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { MayWrite } from "@/components/ui/may-write";
import { UtmTemplatesTable } from "@/components/utm-templates/utm-templates-table";
import { requireActor } from "@/lib/auth/session";
import { listUtmTemplates } from "@/lib/resources/utm-templates/service";
import { deleteUtmTemplateAction } from "./actions";

const perPage = 20;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("utm"))("title") };
}

export default async function UtmTemplatesPage({ searchParams }: PageProps<"/dashboard/utm-templates">) {
  const t = await getTranslations("utm");
  const actor = await requireActor();
  const { q, page: asked } = listView.parse(await searchParams);
  const { rows, total, page, pages } = await readPage(asked, perPage, (number) =>
    listUtmTemplates(actor, { page: number, limit: perPage }, q),
  );
  return (
    <ListPage
      title={t("title")}
      actions={total > 0 && <NewTemplate />}
      path="/dashboard/utm-templates"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total }}
      count={t(q ? "found" : "count", { count: total })}
      empty={<NoTemplates />}
    >
      <UtmTemplatesTable rows={rows} now={new Date()} remove={deleteUtmTemplateAction} />
    </ListPage>
  );
}

function NewTemplate() {
  const t = useTranslations("utm");
  return (
    <MayWrite>
      <ButtonLink href="/dashboard/utm-templates/new" leftSection={<IconPlus size={18} />}>
        {t("new")}
      </ButtonLink>
    </MayWrite>
  );
}

function NoTemplates() {
  const t = useTranslations("utm.empty");
  return (
    <EmptyState py={48} variant="light" icon={<IconTemplate />} title={t("title")} description={t("text")}>
      <NewTemplate />
    </EmptyState>
  );
}
