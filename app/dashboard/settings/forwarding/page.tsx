import { EmptyState } from "@mantine/core";
import { IconPlus, IconShare3 } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { ForwardingsTable } from "@/components/forwardings/forwardings-table";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { hasPermission } from "@/lib/auth/permissions";
import { listForwardings } from "@/lib/resources/forwardings/service";
import { requirePermission } from "../../_lib/permission";
import { deleteForwardingAction, switchForwardingAction, testForwardingAction } from "./actions";

const perPage = 20;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("forwardings"))("title") };
}

export default async function ForwardingPage({ searchParams }: PageProps<"/dashboard/settings/forwarding">) {
  const t = await getTranslations("forwardings");
  const actor = await requirePermission("forwardings:read");
  const { rows, total, page, pages } = await readPage(listView.parse(await searchParams).page, perPage, (number) =>
    listForwardings(actor, { page: number, limit: perPage }),
  );
  const mayChange = hasPermission(actor, "forwardings:write");
  return (
    <ListPage
      title={t("title")}
      lead={t("lead")}
      actions={total > 0 && mayChange && <NewForwarding />}
      path="/dashboard/settings/forwarding"
      {...{ page, pages, total }}
      count={t("count", { count: total })}
      empty={<NoForwardings mayChange={mayChange} />}
    >
      <ForwardingsTable
        rows={rows.map(({ id, name, kind, site, url, status, failingSince, waiting, createdAt }) => ({
          ...{ id, name, kind, site, url, status, failingSince, waiting, createdAt },
        }))}
        now={new Date()}
        actions={
          mayChange
            ? { turn: switchForwardingAction, test: testForwardingAction, remove: deleteForwardingAction }
            : null
        }
      />
    </ListPage>
  );
}

function NewForwarding() {
  const t = useTranslations("forwardings");
  return (
    <ButtonLink href="/dashboard/settings/forwarding/new" leftSection={<IconPlus size={18} />}>
      {t("new")}
    </ButtonLink>
  );
}

function NoForwardings({ mayChange }: { mayChange: boolean }) {
  const t = useTranslations("forwardings.empty");
  return (
    <EmptyState py={48} variant="light" icon={<IconShare3 />} title={t("title")} description={t("text")}>
      {mayChange && <NewForwarding />}
    </EmptyState>
  );
}
