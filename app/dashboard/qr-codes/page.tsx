import { IconQrcode } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { useQrDeletion } from "@/components/deletions/use-deletion";
import classes from "@/components/qr-codes/qr-codes-table.module.css";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { DataTable } from "@/components/ui/data-table";
import { EntriesTable, type Entry } from "@/components/ui/entries-table";
import { RowLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listParameters, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import type { QrType } from "@/generated/prisma/enums";
import type { Actor } from "@/lib/auth/actor";
import { hasPermission } from "@/lib/auth/permissions";
import { requireActor } from "@/lib/auth/session";
import { withoutScheme } from "@/lib/contract/readable-url";
import { z } from "@/lib/contract/zod";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { type DesignedLink, listDesignedLinks } from "@/lib/resources/qr-codes/link-design";
import type { QrContent } from "@/lib/resources/qr-codes/payload";
import { qrTypes } from "@/lib/resources/qr-codes/schema";
import { listQrCodes } from "@/lib/resources/qr-codes/service";
import { limitText } from "../_lib/count-texts";
import { deleteQrAction } from "./actions";
import { contentLine, pictureUrl, versionOf } from "./shown";

/** The type for which the page lists links whose QR codes have been designed. */
const ofLinks = "links";

const qrView = z.object({
  ...listParameters,
  type: z
    .enum([...qrTypes, ofLinks])
    .optional()
    .catch(undefined),
});

export const generateMetadata = pageTitle("qr", "title");

export default async function QrCodesPage({ searchParams }: PageProps<"/dashboard/qr-codes">) {
  const t = await getTranslations("qr");
  const actor = await requireActor();
  const view = qrView.parse(await searchParams);
  const { q, type = "", page: requested } = view;
  const listed =
    type === ofLinks
      ? await designedLinks(actor, q, requested)
      : await listedQrCodes(actor, { ...view, type: type || undefined });
  const { total, atMost, page, pages } = listed;
  const types = [
    ...qrTypes.map((value) => ({ value, label: t(`types.${value}`) })),
    ...(hasPermission(actor, "links:read") ? [{ value: ofLinks, label: t("types.links") }] : []),
  ];
  return (
    <ListPage
      title={t("title")}
      note={await limitText(actor, "qr")}
      path="/dashboard/qr-codes"
      search={{ q, label: t("search"), placeholder: t("search") }}
      filters={[
        { name: "type", label: t("table.type"), value: type, options: [{ value: "", label: t("allTypes") }, ...types] },
      ]}
      {...{ page, pages, total, atMost }}
      count={t(q || type ? "found" : "count", { count: total })}
      create={{ href: "/dashboard/qr-codes/new", label: t("new") }}
      empty={{ icon: <IconQrcode />, title: t("empty.title"), text: t("empty.text") }}
    >
      {"links" in listed ? (
        <DesignedLinksTable links={listed.links} now={new Date()} />
      ) : (
        <QrCodesTable rows={listed.rows} now={new Date()} remove={deleteQrAction} />
      )}
    </ListPage>
  );
}

/** The QR codes of a list view. */
async function listedQrCodes(actor: Actor, { q, type, page }: { q: string; type?: QrType; page: number }) {
  const found = await readPage(page, (page) => listQrCodes(actor, page, { q, type }));
  const rows = found.rows.map((code): QrCodeRow => {
    const { id, name, type, data, createdAt } = code;
    const scans = Number(code.scans);
    return {
      id,
      name,
      type,
      scans,
      createdAt,
      picture: pictureUrl(code),
      holds: contentLine({ type, data } as QrContent),
    };
  });
  return { ...found, rows };
}

/** Links whose QR codes have a design of their own. */
async function designedLinks(actor: Actor, q: string, page: number) {
  const { rows, ...found } = await readPage(page, (page) => listDesignedLinks(actor, page, q));
  return { ...found, links: rows };
}

function DesignedLinksTable({ links, now }: { links: DesignedLink[]; now: Date }) {
  const t = useTranslations("qr");
  return (
    <DataTable
      label={t("types.links")}
      now={now}
      rows={links}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          cell: (link) => (
            <span className={classes.code}>
              {/* biome-ignore lint/performance/noImgElement: a small vector image */}
              <img
                src={`/dashboard/links/${link.id}/qr?of=${encodeURIComponent(shortUrlOf(link))}&v=${versionOf(link.qrDesign)}`}
                alt=""
                width={48}
                height={48}
                loading="lazy"
                className={classes.picture}
              />
              <span className={classes.words}>
                <RowLink href={`/dashboard/links/${link.id}/design`}>
                  {link.title || withoutScheme(shortUrlOf(link))}
                </RowLink>
                <span className={classes.holds}>{withoutScheme(shortUrlOf(link))}</span>
              </span>
            </span>
          ),
        },
        { name: t("table.created"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
    />
  );
}

interface QrCodeRow extends Entry {
  type: QrType;
  picture: string;
  /** The content on one line. */
  holds: string;
  scans: number;
}

interface QrCodesTableProps {
  rows: QrCodeRow[];
  now: Date;
  remove: DeleteAction;
}

function QrCodesTable({ rows, now, remove }: QrCodesTableProps) {
  const t = useTranslations("qr");
  return (
    <EntriesTable
      label={t("title")}
      heads={{ name: t("table.name"), created: t("table.created") }}
      {...{ now, rows }}
      path="/dashboard/qr-codes"
      title={({ id, name, picture, holds }) => (
        <span className={classes.code}>
          {/* biome-ignore lint/performance/noImgElement: a small vector image */}
          <img src={picture} alt="" width={48} height={48} loading="lazy" className={classes.picture} />
          <span className={classes.words}>
            <RowLink href={`/dashboard/qr-codes/${id}`}>{name}</RowLink>
            <span className={classes.holds}>{holds}</span>
          </span>
        </span>
      )}
      columns={[
        { name: t("table.type"), width: "9rem", cell: ({ type }) => t(`types.${type}`) },
        { name: t("table.scans"), kind: "number", width: "6rem", cell: ({ scans }) => scans },
      ]}
      deletion={useQrDeletion(remove)}
    />
  );
}
