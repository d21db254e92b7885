import { IconHandStop } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { useLinkNames } from "@/components/links/link-name";
import { b } from "@/components/ui/bold";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { EntriesTable, type Entry } from "@/components/ui/entries-table";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import { requireActor } from "@/lib/auth/session";
import { countUses, type Uses } from "@/lib/resources/links/uses";
import type { SplashContent } from "@/lib/resources/splash-pages/schema";
import { listSplashPages, readContent } from "@/lib/resources/splash-pages/service";
import { limitText } from "../_lib/count-texts";
import { deleteSplashAction } from "./actions";

export const generateMetadata = pageTitle("splash", "title");

export default async function SplashPagesPage({ searchParams }: PageProps<"/dashboard/splash">) {
  const t = await getTranslations("splash");
  const actor = await requireActor();
  const { q, page: requested } = listView.parse(await searchParams);
  const { rows, total, atMost, page, pages } = await readPage(requested, (page) => listSplashPages(actor, page, q));
  const uses = await countUses(
    "splash",
    rows.map(({ id }) => id),
  );
  return (
    <ListPage
      title={t("title")}
      note={await limitText(actor, "splash")}
      path="/dashboard/splash"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total, atMost }}
      count={t(q ? "found" : "count", { count: total })}
      create={{ href: "/dashboard/splash/new", label: t("new") }}
      empty={{ icon: <IconHandStop />, title: t("empty.title"), text: t("empty.text") }}
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

interface SplashRow extends Entry {
  content: SplashContent;
  /** The links that use it. */
  links: Uses;
}

interface SplashTableProps {
  rows: SplashRow[];
  now: Date;
  remove: DeleteAction;
}

function SplashTable({ rows, now, remove }: SplashTableProps) {
  const t = useTranslations("splash");
  const linkNames = useLinkNames();
  return (
    <EntriesTable
      label={t("title")}
      heads={{ name: t("table.name"), created: t("table.created") }}
      {...{ now, rows }}
      path="/dashboard/splash"
      noPage
      columns={[
        { name: t("table.heading"), cell: ({ content }) => content.title },
        {
          name: t("table.countdown"),
          width: "8rem",
          cell: ({ content: { countdown } }) =>
            countdown === undefined ? "–" : t("table.seconds", { seconds: countdown }),
        },
        { name: t("table.links"), kind: "number", width: "5.5rem", cell: ({ links }) => links.count },
      ]}
      deletion={({ id, name, links }) => ({
        title: t("deletion.title"),
        consequences: t.rich("deletion.text", { b, name, links: links.count, names: linkNames(links) }),
        act: remove.bind(null, id),
        done: { title: t("deletion.done"), message: name },
      })}
    />
  );
}
