import { getTranslations } from "next-intl/server";
import { OverlayEditor } from "@/components/overlays/overlay-editor";
import { overlayForm } from "@/components/overlays/overlay-form";
import { TypeChoice } from "@/components/overlays/type-choice";
import { Page } from "@/components/ui/page";
import { pageTitle } from "@/components/ui/page-title";
import { overlayType } from "@/lib/resources/overlays/schema";
import { requirePermission } from "../../_lib/permission";
import { createOverlayAction } from "../actions";

export const generateMetadata = pageTitle("overlays", "new");

export default async function NewOverlayPage({ searchParams }: PageProps<"/dashboard/overlays/new">) {
  const t = await getTranslations("overlays");
  await requirePermission("overlays:write");
  const { data: type } = overlayType.safeParse((await searchParams).type);
  return (
    <Page title={t("new")} lead={type ? t(`typesAbout.${type}`) : t("choose")}>
      {type ? (
        <OverlayEditor isNew type={type} initial={overlayForm()} save={createOverlayAction.bind(null, type)} />
      ) : (
        <TypeChoice />
      )}
    </Page>
  );
}
