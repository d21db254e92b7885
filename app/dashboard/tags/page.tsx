import { IconTags } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ShownTag } from "@/components/tags/tag-list";
import { b } from "@/components/ui/bold";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import type { Column } from "@/components/ui/data-table";
import { EntriesTable, type Entry } from "@/components/ui/entries-table";
import { ColorDot, Line } from "@/components/ui/line";
import { RowLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import { requireActor } from "@/lib/auth/session";
import { type ConversionFigures, conversionFigures, NO_CONVERSIONS } from "@/lib/clicks/statistics/conversion-figures";
import { presentMoney } from "@/lib/contract/money";
import { clicksByTag, listTags } from "@/lib/resources/tags/service";
import { limitText } from "../_lib/count-texts";
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
      note={await limitText(actor, "tags")}
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

interface TagRow extends Entry, ShownTag {
  /** how many links have the tag */
  links: number;
  /** of all time, on these links */
  clicks: number;
  /** the conversions on these links, of all time */
  converted: Pick<ConversionFigures, "count" | "revenue">;
}

interface TagsTableProps {
  rows: TagRow[];
  now: Date;
  remove: DeleteAction;
}

function TagsTable({ rows, now, remove }: TagsTableProps) {
  const t = useTranslations("tags");
  const format = useFormatter();
  const hasConversions = rows.some(({ converted }) => converted.count > 0);
  const conversions: Column<TagRow>[] = [
    { name: t("table.conversions"), kind: "number", width: "8rem", cell: ({ converted }) => converted.count },
    {
      name: t("table.revenue"),
      kind: "number",
      width: "9rem",
      cell: ({ converted }) =>
        format.list(
          converted.revenue.map(({ amount, currency }) => format.number(...presentMoney(amount, currency))),
        ) || null,
    },
  ];
  return (
    <EntriesTable
      label={t("title")}
      heads={{ name: t("table.name"), created: t("table.created") }}
      {...{ now, rows }}
      path="/dashboard/tags"
      title={({ name, color }) => (
        <Line>
          <ColorDot color={color} />
          <RowLink href={`/dashboard/links?tag=${encodeURIComponent(name)}`}>{name}</RowLink>
        </Line>
      )}
      columns={[
        { name: t("table.links"), kind: "number", width: "6rem", cell: ({ links }) => links },
        { name: t("table.clicks"), kind: "number", width: "7rem", cell: ({ clicks }) => clicks },
        ...(hasConversions ? conversions : []),
      ]}
      deletion={({ id, name, links }) => ({
        title: t("deletion.title"),
        consequences: t.rich("deletion.text", { b, name, links }),
        act: remove.bind(null, id),
        done: { title: t("deletion.done"), message: name },
      })}
    />
  );
}
