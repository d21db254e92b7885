import { Anchor, Badge, Group, List, ListItem, Stack, Text } from "@mantine/core";
import { IconFlag, IconWorld } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import classes from "@/components/reports/destination-preview.module.css";
import { DisabledTable, TakedownForm, TakedownTable, VerdictForms } from "@/components/reports/report-forms";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/form";
import { TextLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { Messages } from "@/components/ui/messages";
import { pageTitle } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/relative-time";
import { weights } from "@/lib/contract/theme";
import { disabledReasonIn } from "@/lib/resources/links/disabled-reason";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { listDisabled, listReported, type ReportedLink as Reported } from "@/lib/resources/reports/service";
import { listTakedowns } from "@/lib/resources/reports/takedown";
import { administrator } from "../../_lib/required";
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
              <Text mt="md">
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

/** A reported link: its destination, the reports, and the possible actions. */
function ReportedLink({ link, ...actions }: { link: Reported; disable: FormAction; dismiss: FormAction }) {
  const t = useTranslations("reports");
  const shortUrl = shortUrlOf(link);
  return (
    <Card title={shortUrl}>
      <DestinationPreview url={link.destination} title={link.title} />
      <Text size="sm" c="dimmed">
        {t.rich("owner", {
          name: link.user.username,
          email: () => <Anchor href={`mailto:${link.user.email}`}>{link.user.email}</Anchor>,
        })}
      </Text>
      <Text mt="md">{t("reports", { count: link._count.reports })}</Text>
      <List mb="lg" listStyleType="none">
        {link.reports.map(({ id, reason, message, email, createdAt }) => (
          <ListItem key={id} mt="xs">
            <Group gap="xs">
              <Badge variant="light">{t(`reasons.${reason}`)}</Badge>
              <Text span size="xs" c="dimmed">
                <RelativeTime date={createdAt} now={new Date()} />
              </Text>
              {email && (
                <Text span size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                  {t.rich("reporter", {
                    email: () => (
                      <Anchor href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>{email}</Anchor>
                    ),
                  })}
                </Text>
              )}
            </Group>
            {message && <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{message}</Text>}
          </ListItem>
        ))}
      </List>
      <VerdictForms id={link.id} shortUrl={shortUrl} {...actions} />
    </Card>
  );
}

/** A reported destination as plain text, so that no one opens a harmful page by mistake. */
function DestinationPreview({ url, title }: { url: string; title: string }) {
  const t = useTranslations("reports");
  return (
    <figure className={classes.preview} aria-label={t("destination")}>
      <IconWorld size={20} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        <Text fw={weights.bold} className={classes.host}>
          {new URL(url).host}
        </Text>
        {title && <Text dir="auto">{title}</Text>}
        <Text size="xs" c="dimmed" ff="monospace">
          {url}
        </Text>
      </div>
    </figure>
  );
}
