import { getTranslations } from "next-intl/server";
import { QrDesigner } from "@/components/qr-codes/qr-designer";
import { drawnOf, qrForm } from "@/components/qr-codes/qr-form";
import { Page, pageTitle } from "@/components/ui/page";
import { readDesign } from "@/lib/drawing/designs";
import { edited } from "../../../_lib/act";
import { loadQrCode } from "../../../_lib/owned-row-loader";
import { previewQrAction, updateQrAction } from "../../actions";
import { designerTools } from "../../designer-tools";

export const generateMetadata = pageTitle("qr", "edit");

export default async function EditQrCodePage({ params }: PageProps<"/dashboard/qr-codes/[id]/edit">) {
  const t = await getTranslations("qr");
  const { actor, row: code } = await loadQrCode((await params).id);
  const initial = qrForm({ ...code, design: readDesign(code) });
  const preview = previewQrAction.bind(null, { id: code.id, draft: "" });
  return (
    <Page title={t("edit")} note={code.name}>
      <QrDesigner
        id={code.id}
        initial={initial}
        save={updateQrAction.bind(null, edited(code))}
        preview={preview}
        first={await preview(drawnOf(initial, initial))}
        {...(await designerTools(actor))}
      />
    </Page>
  );
}
