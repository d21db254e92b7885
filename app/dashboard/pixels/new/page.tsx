import { getTranslations } from "next-intl/server";
import { PixelEditor } from "@/components/pixels/pixel-editor";
import { Page, pageTitle } from "@/components/ui/page";
import { whereItRuns } from "@/lib/resources/pixels/service";
import { requirePermission } from "../../_lib/required";
import { createPixelAction } from "../actions";

export const generateMetadata = pageTitle("pixels", "new");

export default async function NewPixelPage() {
  const t = await getTranslations("pixels");
  await requirePermission("pixels:write");
  return (
    <Page title={t("new")} size="form">
      <PixelEditor isNew runs={whereItRuns()} initial={{ type: "", name: "", tag: "" }} save={createPixelAction} />
    </Page>
  );
}
