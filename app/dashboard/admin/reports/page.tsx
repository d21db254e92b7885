import { Stack, Text } from "@mantine/core";
import { IconFlag } from "@tabler/icons-react";
import { getLocale, getTranslations } from "next-intl/server";
import { DisabledTable } from "@/components/reports/disabled-table";
import { ReportedLink } from "@/components/reports/reported-link";
import { TakedownForm } from "@/components/reports/takedown-form";
import { TakedownTable } from "@/components/reports/takedown-table";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { Messages } from "@/components/ui/messages";
import { pageTitle } from "@/components/ui/page-title";
import { disabledReasonIn } from "@/lib/resources/links/disabled-reason";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { listDisabled, listReported } from "@/lib/resources/reports/service";
import { listTakedowns } from "@/lib/resources/reports/takedown";
import { administrator } from "../administrator";
import { disableAction, dismissAction, enableAction, takeDownAction, undoTakedownAction } from "./actions";

const perPage = 10;

export const generateMetadata = pageTitle("reports", "title");

export default async function ReportsPage({ searchParams }: PageProps<"/dashboard/admin/reports">) {
  const actor = await administrator();
  const locale = await getLocale();
  const t = await getTranslations("reports");
  const view = listView.parse(await searchParams);
  const reported = await readPage(view.page, (page) => listReported(actor, page), perPage);
  const disabled = await listDisabled(actor, { page: 1, limit: 50 });
  const takedowns = (await listTakedowns(actor)).map(({ id, host, account, reason, status, links, createdAt }) => ({
    ...{ id, host, account, reason, status, links, createdAt },
  }));
  return (
    <Messages of={["reports"]}>
      <ListPage
        title={t("title")}
        lead={t("lead")}
        path="/dashboard/admin/reports"
        page={reported.page}
        pages={reported.pages}
        total={reported.total}
        count={t("count", { count: reported.total })}
        empty={{ icon: <IconFlag />, title: t("empty.title"), text: t("empty.text") }}
        bottom={
          <Stack gap="lg">
            <Card title={t("takedowns.title")} lead={t("takedowns.lead")}>
              {takedowns.length > 0 && <TakedownTable rows={takedowns} now={new Date()} undo={undoTakedownAction} />}
              <TakedownForm action={takeDownAction} />
              <Text size="sm" mt="md">
                {t.rich("takedowns.blocklist", {
                  a: (words) => (
                    <TextLink href="/dashboard/admin/instance/settings" inherit>
                      {words}
                    </TextLink>
                  ),
                })}
              </Text>
            </Card>
            {disabled.total > 0 && (
              <Card title={t("disabled.title")} lead={t("disabled.lead", { count: disabled.total })}>
                <DisabledTable
                  rows={disabled.rows.map((link) => ({
                    id: link.id,
                    shortUrl: shortUrlOf(link),
                    reason: link.disabled && disabledReasonIn(locale, link.disabled.reason),
                  }))}
                  enable={enableAction}
                />
              </Card>
            )}
          </Stack>
        }
      >
        <Stack gap="lg">
          {reported.rows.map((link) => (
            <ReportedLink key={link.id} link={link} disable={disableAction} dismiss={dismissAction} />
          ))}
        </Stack>
      </ListPage>
    </Messages>
  );
}
