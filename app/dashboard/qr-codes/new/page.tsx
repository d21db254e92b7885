import { randomUUID } from "node:crypto";
import { getTranslations } from "next-intl/server";
import { QrDesigner } from "@/components/qr-codes/qr-designer";
import { drawnOf, qrForm } from "@/components/qr-codes/qr-form";
import { Page, pageTitle } from "@/components/ui/page";
import { requirePermission } from "../../_lib/required";
import { createQrAction, previewQrAction } from "../actions";
import { designerTools } from "../designer-tools";

export const generateMetadata = pageTitle("qr", "new");

/** `?link=` starts a code for that URL. */
export default async function NewQrCodePage({ searchParams }: PageProps<"/dashboard/qr-codes/new">) {
  const t = await getTranslations("qr");
  const actor = await requirePermission("qr:write");
  const { link } = await searchParams;
  const draft = randomUUID();
  const initial = qrForm();
  if (typeof link === "string") initial.data.link = { link };
  const preview = previewQrAction.bind(null, { draft });
  return (
    <Page title={t("new")}>
      <QrDesigner
        initial={initial}
        save={createQrAction.bind(null, draft)}
        preview={preview}
        first={await preview(drawnOf(initial, initial))}
        {...(await designerTools(actor))}
      />
    </Page>
  );
}
