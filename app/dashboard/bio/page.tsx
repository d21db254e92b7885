import { EmptyState } from "@mantine/core";
import { IconId, IconPlus } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { BioTable } from "@/components/bio/bio-table";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView } from "@/components/ui/list-view";
import { MayWrite } from "@/components/ui/may-write";
import { requireActor } from "@/lib/auth/session";
import { limitText } from "../_lib/limit-lead";
import { deleteBioAction } from "./actions";
import { listedPages } from "./listed-pages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("bio"))("title") };
}

export default async function BioPagesPage({ searchParams }: PageProps<"/dashboard/bio">) {
  const t = await getTranslations("bio");
  const actor = await requireActor();
  const view = listView.parse(await searchParams);
  const { rows, total, page, pages } = await listedPages(actor, view);
  const { q } = view;
  return (
    <ListPage
      title={t("title")}
      lead={await limitText(actor, "bio")}
      actions={total > 0 && <NewBioPage />}
      path="/dashboard/bio"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total }}
      count={t(q ? "found" : "count", { count: total })}
      empty={<NoBioPages />}
    >
      <BioTable rows={rows} now={new Date()} remove={deleteBioAction} />
    </ListPage>
  );
}

function NewBioPage() {
  const t = useTranslations("bio");
  return (
    <MayWrite>
      <ButtonLink href="/dashboard/bio/new" leftSection={<IconPlus size={18} />}>
        {t("new")}
      </ButtonLink>
    </MayWrite>
  );
}

function NoBioPages() {
  const t = useTranslations("bio.empty");
  return (
    <EmptyState py={48} variant="light" icon={<IconId />} title={t("title")} description={t("text")}>
      <NewBioPage />
    </EmptyState>
  );
}
