import { EmptyState } from "@mantine/core";
import { IconHandStop, IconPlus } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { SplashTable } from "@/components/splash/splash-table";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { MayWrite } from "@/components/ui/may-write";
import { requireActor } from "@/lib/auth/session";
import { usesOf } from "@/lib/resources/links/uses";
import { listSplashPages } from "@/lib/resources/splash-pages/service";
import { readContent } from "@/lib/resources/splash-pages/stored";
import { limitText } from "../_lib/limit-lead";
import { deleteSplashAction } from "./actions";

const perPage = 20;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("splash"))("title") };
}

export default async function SplashPagesPage({ searchParams }: PageProps<"/dashboard/splash">) {
  const t = await getTranslations("splash");
  const actor = await requireActor();
  const { q, page: asked } = listView.parse(await searchParams);
  const { rows, total, page, pages } = await readPage(asked, perPage, (number) =>
    listSplashPages(actor, { page: number, limit: perPage }, q),
  );
  const uses = await usesOf(
    "splash",
    rows.map(({ id }) => id),
  );
  return (
    <ListPage
      title={t("title")}
      lead={await limitText(actor, "splash")}
      actions={total > 0 && <NewSplash />}
      path="/dashboard/splash"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total }}
      count={t(q ? "found" : "count", { count: total })}
      empty={<NoSplashPages />}
    >
      <SplashTable
        rows={rows.map(({ id, name, content, createdAt }) => ({
          ...{ id, name, createdAt },
          content: readContent(content),
          links: uses.get(id) ?? { count: 0, some: [] },
        }))}
        now={new Date()}
        remove={deleteSplashAction}
      />
    </ListPage>
  );
}

function NewSplash() {
  const t = useTranslations("splash");
  return (
    <MayWrite>
      <ButtonLink href="/dashboard/splash/new" leftSection={<IconPlus size={18} />}>
        {t("new")}
      </ButtonLink>
    </MayWrite>
  );
}

function NoSplashPages() {
  const t = useTranslations("splash.empty");
  return (
    <EmptyState py={48} variant="light" icon={<IconHandStop />} title={t("title")} description={t("text")}>
      <NewSplash />
    </EmptyState>
  );
}
