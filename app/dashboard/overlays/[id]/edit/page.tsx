import { getTranslations } from "next-intl/server";
import { OverlayEditor } from "@/components/overlays/overlay-editor";
import { overlayForm } from "@/components/overlays/overlay-form";
import { BlockedAlert } from "@/components/ui/blocked-alert";
import { Page, pageTitle } from "@/components/ui/page";
import { findOverlayLinks } from "@/lib/resources/overlays/content";
import { readContent } from "@/lib/resources/overlays/presenter";
import { edited } from "../../../_lib/act";
import { loadOverlay } from "../../../_lib/owned-row-loader";
import { updateOverlayAction } from "../../actions";

export const generateMetadata = pageTitle("overlays", "edit");

export default async function EditOverlayPage({ params }: PageProps<"/dashboard/overlays/[id]/edit">) {
  const t = await getTranslations("overlays");
  const { row } = await loadOverlay((await params).id);
  const { type, name, content } = row;
  return (
    <Page title={t("edit")} note={name}>
      <BlockedAlert addresses={findOverlayLinks(type, readContent(type, content))} mb="lg" />
      <OverlayEditor
        type={type}
        initial={overlayForm(name, readContent(type, content) as object)}
        save={updateOverlayAction.bind(null, edited(row))}
      />
    </Page>
  );
}
