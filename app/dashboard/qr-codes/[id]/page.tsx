import { Alert, Paper, Text } from "@mantine/core";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { ClicksFilter } from "@/components/clicks/clicks-filter";
import { ClicksOverview } from "@/components/clicks/clicks-overview";
import { readClicksView } from "@/components/clicks/clicks-view";
import { TopLists } from "@/components/clicks/top-lists";
import { useQrDeletion } from "@/components/deletions/use-deletion";
import { QrDownloads } from "@/components/qr-codes/qr-downloads";
import { Address } from "@/components/ui/address";
import { BlockedAlert } from "@/components/ui/blocked-alert";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { DescriptionList } from "@/components/ui/description-list";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { Page } from "@/components/ui/page";
import type { QrType } from "@/generated/prisma/enums";
import { dayIn } from "@/lib/clicks/statistics/calendar";
import { hoursOfWeek } from "@/lib/clicks/statistics/hours-of-week";
import { buildReport } from "@/lib/clicks/statistics/report";
import { placesIn } from "@/lib/contract/places";
import { shownDetailOf } from "@/lib/resources/plans/clicks";
import { findQrLinks, pictureUrlOf, scanUrlOf } from "@/lib/resources/qr-codes/payload";
import { LateStatistics, orReason } from "../../_lib/late-statistics";
import { loadQrCode } from "../../_lib/owned-row-loader";
import { timesOf } from "../../_lib/shown-figures";
import { deleteQrAction } from "../actions";
import { contentLine, pictureUrl } from "../shown";
import classes from "./qr-code.module.css";

export async function generateMetadata({ params }: PageProps<"/dashboard/qr-codes/[id]">): Promise<Metadata> {
  return { title: (await loadQrCode((await params).id)).row.name };
}

export default async function QrCodePage({ params, searchParams }: PageProps<"/dashboard/qr-codes/[id]">) {
  const t = await getTranslations("qr");
  const { actor, row: code } = await loadQrCode((await params).id);
  const { id, name, type } = code;
  const ever = { clicks: Number(code.scans), uniqueClicks: Number(code.uniqueScans) };
  const view = readClicksView(await searchParams, timesOf(actor, code));
  const read = await orReason(
    Promise.all([buildReport("qr", id, view, shownDetailOf(actor)), hoursOfWeek("qr", id, view, shownDetailOf(actor))]),
  );
  if (typeof read === "string") return <LateStatistics title={name} view={view} reason={read} />;
  const [report, hours] = read;
  const isWifi = type === "wifi";
  return (
    <Page title={name} actions={<QrButtons code={{ id, name, type, scans: ever.clicks }} remove={deleteQrAction} />}>
      <BlockedAlert addresses={findQrLinks(code)} mb="lg" />
      <Text c="dimmed" mb="lg" className={classes.holds} lineClamp={3}>
        {contentLine(code)}
      </Text>
      {!isWifi && <ClicksFilter view={view} today={dayIn(view.zone, Date.now())} />}
      <div className={classes.columns}>
        {isWifi ? (
          <Alert variant="light" color="gray" title={t("uncounted.title")}>
            {t("uncounted.text")}
          </Alert>
        ) : (
          <ClicksOverview view={view} report={report} clicked={{ name }} ever={ever} filter={false} />
        )}
        <Paper component="section" aria-label={t("facts.label")} className={classes.side}>
          {/* biome-ignore lint/performance/noImgElement: our own vector image */}
          <img
            src={pictureUrl(code)}
            alt={t("pictureOf", { name })}
            width={200}
            height={200}
            className={classes.picture}
          />
          <QrDownloads
            files={{ png: `/qr/${code.code}.png`, svg: `/qr/${code.code}.svg`, pdf: `/qr/${code.code}.pdf` }}
            name={name}
          />
          <QrFacts
            type={type}
            createdAt={code.createdAt}
            picture={pictureUrlOf(code.code)}
            scan={isWifi ? null : scanUrlOf(code.code)}
            now={new Date()}
          />
        </Paper>
      </div>
      {!isWifi && <TopLists view={view} report={report} hours={hours} places={placesIn(await getLocale())} />}
    </Page>
  );
}

interface QrButtonsProps {
  code: { id: number; name: string; type: QrType; scans: number };
  remove: DeleteAction;
}

function QrButtons({ code, remove }: QrButtonsProps) {
  const deletion = useQrDeletion(remove)(code);
  return <EntryButtons edit={`/dashboard/qr-codes/${code.id}/edit`} deletion={deletion} list="/dashboard/qr-codes" />;
}

interface QrFactsProps {
  type: QrType;
  createdAt: Date;
  /** The image's address. */
  picture: string;
  /** The address in the code. Null for Wi-Fi codes, which contain the network itself. */
  scan: string | null;
  now: Date;
}

/** Facts about a QR code. */
function QrFacts({ type, createdAt, picture, scan, now }: QrFactsProps) {
  const t = useTranslations("qr");
  return (
    <DescriptionList
      now={now}
      items={[
        [t("table.type"), t(`types.${type}`)],
        [t("table.created"), createdAt],
        [t("facts.picture"), <Address key="picture" url={picture} />],
        [t("facts.scan"), scan && <Address key="scan" url={scan} />],
      ]}
    />
  );
}
