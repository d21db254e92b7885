import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { type MessageRow, StatusBadge, threadOf } from "@/components/sms/messages-table";
import classes from "@/components/sms/sms.module.css";
import { WatchDelivery } from "@/components/sms/watch-delivery";
import { ListPagination } from "@/components/ui/list-pagination";
import { listView } from "@/components/ui/list-view";
import { MayWrite } from "@/components/ui/may-write";
import { LoadingCard, Page } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/relative-time";
import { requireActor } from "@/lib/auth/session";
import { spacedNumber } from "@/lib/contract/phone-numbers";
import { listMessagesQuery } from "@/lib/resources/sms/schema";
import { countText } from "../../_lib/count-texts";
import { Composer } from "../composer";
import { listedMessages } from "../listed-messages";

/** The number in the address. Shows the not-found page if it is invalid. */
async function numberIn(params: Promise<{ number: string }>): Promise<string> {
  const parsed = listMessagesQuery.shape.number.safeParse((await params).number);
  return (parsed.success && parsed.data) || notFound();
}

export async function generateMetadata({ params }: PageProps<"/dashboard/sms/[number]">): Promise<Metadata> {
  return { title: spacedNumber(await numberIn(params)) };
}

export default async function ThreadPage({ params, searchParams }: PageProps<"/dashboard/sms/[number]">) {
  const t = await getTranslations("sms");
  const actor = await requireActor();
  const number = await numberIn(params);
  const requestedPage = listView.parse(await searchParams).page;
  const { rows, total, atMost, page, pages, underWay } = await listedMessages(actor, requestedPage, { number });
  if (total === 0) notFound();
  return (
    <Page title={spacedNumber(number)} note={await countText(t("count", { count: total }), atMost)} size="form">
      <Stack gap="lg">
        <ListPagination path={threadOf(number)} parameters={{}} page={page} pages={pages} />
        <SmsThread label={t("thread", { number: spacedNumber(number) })} rows={rows.toReversed()} now={new Date()} />
        <WatchDelivery active={underWay} />
        <MayWrite>
          <Suspense fallback={<LoadingCard height={320} label={t("asking")} />}>
            <Composer actor={actor} to={number} />
          </Suspense>
        </MayWrite>
      </Stack>
    </Page>
  );
}

/** The messages to one number, the newest last. */
function SmsThread({ label, rows, now }: { label: string; rows: MessageRow[]; now: Date }) {
  return (
    <ol className={classes.thread} aria-label={label}>
      {rows.map(({ id, message, status, error, createdAt }) => (
        <li key={id}>
          <p className={classes.bubble}>{message}</p>
          <div className={classes.meta}>
            <StatusBadge status={status} />
            <RelativeTime date={createdAt} now={now} />
          </div>
          {error && <p className={classes.error}>{error}</p>}
        </li>
      ))}
    </ol>
  );
}
