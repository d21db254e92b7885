import { getTranslations } from "next-intl/server";
import { PixelEditor } from "@/components/pixels/pixel-editor";
import { Page, pageTitle } from "@/components/ui/page";
import { getPixel, whereItRuns } from "@/lib/resources/pixels/service";
import { findVendor } from "@/lib/resources/pixels/vendors";
import { edited } from "../../../_lib/act";
import { ownedRowLoader } from "../../../_lib/owned-row-loader";
import { updatePixelAction } from "../../actions";

const loadPixel = ownedRowLoader(getPixel);

export const generateMetadata = pageTitle("pixels", "edit");

export default async function EditPixelPage({ params }: PageProps<"/dashboard/pixels/[id]/edit">) {
  const t = await getTranslations("pixels");
  const { row } = await loadPixel((await params).id);
  const { type, name, tag } = row;
  return (
    <Page title={t("edit")} note={name} size="form">
      <PixelEditor
        initial={{ type: findVendor(type)?.type ?? type, name, tag }}
        runs={whereItRuns()}
        save={updatePixelAction.bind(null, edited(row))}
      />
    </Page>
  );
}
