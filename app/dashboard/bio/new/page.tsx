import { getTranslations } from "next-intl/server";
import { BioEditor } from "@/components/bio/bio-editor";
import { emptyBio } from "@/components/bio/bio-form";
import { Page, pageTitle } from "@/components/ui/page";
import { requirePermission } from "../../_lib/required";
import { createBioAction } from "../actions";
import { bioEditorData } from "../editor-parts";

export const generateMetadata = pageTitle("bio", "new");

export default async function NewBioPagePage() {
  const t = await getTranslations("bio");
  const actor = await requirePermission("bio:write");
  return (
    <Page title={t("new")}>
      <BioEditor initial={emptyBio} {...(await bioEditorData(actor))} save={createBioAction} />
    </Page>
  );
}
