import { EmptyState } from "@mantine/core";
import { IconPlus, IconTags } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { TagsTable } from "@/components/tags/tags-table";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { MayWrite } from "@/components/ui/may-write";
import { requireActor } from "@/lib/auth/session";
import { conversionFigures, NO_CONVERSIONS } from "@/lib/clicks/statistics/conversion-figures";
import { clicksByTag, listTags } from "@/lib/resources/tags/service";
import { limitText } from "../_lib/limit-lead";
import { deleteTagAction } from "./actions";

const perPage = 20;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("tags"))("title") };
}

export default async function TagsPage({ searchParams }: PageProps<"/dashboard/tags">) {
  const t = await getTranslations("tags");
  const actor = await requireActor();
  const { q, page: asked } = listView.parse(await searchParams);
  const { rows, total, page, pages } = await readPage(asked, perPage, (number) =>
    listTags(actor, { page: number, limit: perPage }, q),
  );
  const ids = rows.map(({ id }) => id);
  const [clicks, figures] = await Promise.all([
    clicksByTag(actor, ids),
    Promise.all(ids.map((id) => conversionFigures({ of: "tag", id }))),
  ]);
  return (
    <ListPage
      title={t("title")}
      lead={await limitText(actor, "tags")}
      actions={total > 0 && <NewTag />}
      path="/dashboard/tags"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total }}
      count={t(q ? "found" : "count", { count: total })}
      empty={<NoTags />}
    >
      <TagsTable
        rows={rows.map(({ _count, ...tag }, index) => ({
          ...{ ...tag, links: _count.links, clicks: clicks.get(tag.id) ?? 0 },
          converted: figures[index] ?? NO_CONVERSIONS,
        }))}
        now={new Date()}
        remove={deleteTagAction}
      />
    </ListPage>
  );
}

function NewTag() {
  const t = useTranslations("tags");
  return (
    <MayWrite>
      <ButtonLink href="/dashboard/tags/new" leftSection={<IconPlus size={18} />}>
        {t("new")}
      </ButtonLink>
    </MayWrite>
  );
}

function NoTags() {
  const t = useTranslations("tags.empty");
  return (
    <EmptyState py={48} variant="light" icon={<IconTags />} title={t("title")} description={t("text")}>
      <NewTag />
    </EmptyState>
  );
}
