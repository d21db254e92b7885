import { IconTags } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { TagsTable } from "@/components/tags/tags-table";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page-title";
import { requireActor } from "@/lib/auth/session";
import { conversionFigures, NO_CONVERSIONS } from "@/lib/clicks/statistics/conversion-figures";
import { clicksByTag, listTags } from "@/lib/resources/tags/service";
import { limitText } from "../_lib/limit-lead";
import { deleteTagAction } from "./actions";

export const generateMetadata = pageTitle("tags", "title");

export default async function TagsPage({ searchParams }: PageProps<"/dashboard/tags">) {
  const t = await getTranslations("tags");
  const actor = await requireActor();
  const { q, page: requested } = listView.parse(await searchParams);
  const { rows, total, atMost, page, pages } = await readPage(requested, (page) => listTags(actor, page, q));
  const ids = rows.map(({ id }) => id);
  const [clicks, figures] = await Promise.all([
    clicksByTag(actor, ids),
    Promise.all(ids.map((id) => conversionFigures({ of: "tag", id }))),
  ]);
  return (
    <ListPage
      title={t("title")}
      lead={await limitText(actor, "tags")}
      path="/dashboard/tags"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total, atMost }}
      count={t(q ? "found" : "count", { count: total })}
      create={{ href: "/dashboard/tags/new", label: t("new") }}
      empty={{ icon: <IconTags />, title: t("empty.title"), text: t("empty.text") }}
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
