import { EmptyState, Group } from "@mantine/core";
import { IconLink, IconSettingsPlus } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Live } from "@/components/clicks/live";
import { CreatedLink } from "@/components/links/created-link";
import { LinksTable } from "@/components/links/links-table";
import { orders, readLinksView } from "@/components/links/links-view";
import { NewLinkField } from "@/components/links/new-link-field";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { requireActor } from "@/lib/auth/session";
import { createLinkAction, deleteLinkAction, updateLinkAction } from "./actions";
import { listedLinks } from "./listed-links";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("links"))("title") };
}

export default async function LinksPage({ searchParams }: PageProps<"/dashboard/links">) {
  const t = await getTranslations("links");
  const actor = await requireActor();
  const { q, order, ...view } = readLinksView(await searchParams);
  const { rows, total, page, pages, created } = await listedLinks(actor, { q, order, ...view });

  return (
    <ListPage
      title={t("title")}
      actions={
        <Group>
          {total > 0 && <Live subject="link" ids={rows.map(({ id }) => id)} />}
          <NewLinkWithOptions />
        </Group>
      }
      top={
        <>
          <NewLinkField large create={createLinkAction} />
          {created && <CreatedLink link={created} />}
        </>
      }
      path="/dashboard/links"
      search={{ q, label: t("search.label"), placeholder: t("search.placeholder") }}
      filters={[
        {
          name: "order",
          label: t("order.label"),
          value: order,
          options: orders.map((value) => ({ value, label: t(`order.${value}`) })),
        },
      ]}
      {...{ page, pages, total }}
      count={t(q ? "found" : "count", { count: total })}
      empty={<NoLinks />}
    >
      <LinksTable rows={rows} now={new Date()} update={updateLinkAction} remove={deleteLinkAction} />
    </ListPage>
  );
}

function NewLinkWithOptions() {
  const t = useTranslations("links");
  return (
    <ButtonLink href="/dashboard/links/new" variant="default" leftSection={<IconSettingsPlus size={18} />}>
      {t("newWithOptions")}
    </ButtonLink>
  );
}

function NoLinks() {
  const t = useTranslations("links.empty");
  return <EmptyState py={48} variant="light" icon={<IconLink />} title={t("title")} description={t("text")} />;
}
