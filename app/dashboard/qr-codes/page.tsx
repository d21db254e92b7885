import { EmptyState } from "@mantine/core";
import { IconPlus, IconQrcode } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { QrCodesTable } from "@/components/qr-codes/qr-codes-table";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listParameters } from "@/components/ui/list-view";
import { MayWrite } from "@/components/ui/may-write";
import { requireActor } from "@/lib/auth/session";
import { z } from "@/lib/contract/zod";
import { qrTypes } from "@/lib/resources/qr-codes/schema";
import { limitText } from "../_lib/limit-lead";
import { deleteQrAction } from "./actions";
import { listedQrCodes } from "./listed-qr-codes";

const qrView = z.object({ ...listParameters, type: z.enum(qrTypes).optional().catch(undefined) });

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("qr"))("title") };
}

export default async function QrCodesPage({ searchParams }: PageProps<"/dashboard/qr-codes">) {
  const t = await getTranslations("qr");
  const actor = await requireActor();
  const view = qrView.parse(await searchParams);
  const { rows, total, page, pages } = await listedQrCodes(actor, view);
  const { q, type = "" } = view;
  const types = qrTypes.map((value) => ({ value, label: t(`types.${value}`) }));
  return (
    <ListPage
      title={t("title")}
      lead={await limitText(actor, "qr")}
      actions={total > 0 && <NewQrCode />}
      path="/dashboard/qr-codes"
      search={{ q, label: t("search"), placeholder: t("search") }}
      filters={[
        { name: "type", label: t("table.type"), value: type, options: [{ value: "", label: t("allTypes") }, ...types] },
      ]}
      {...{ page, pages, total }}
      count={t(q || type ? "found" : "count", { count: total })}
      empty={<NoQrCodes />}
    >
      <QrCodesTable rows={rows} now={new Date()} remove={deleteQrAction} />
    </ListPage>
  );
}

function NewQrCode() {
  const t = useTranslations("qr");
  return (
    <MayWrite>
      <ButtonLink href="/dashboard/qr-codes/new" leftSection={<IconPlus size={18} />}>
        {t("new")}
      </ButtonLink>
    </MayWrite>
  );
}

function NoQrCodes() {
  const t = useTranslations("qr.empty");
  return (
    <EmptyState py={48} variant="light" icon={<IconQrcode />} title={t("title")} description={t("text")}>
      <NewQrCode />
    </EmptyState>
  );
}
