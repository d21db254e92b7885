import { getTranslations } from "next-intl/server";
import { BioEditor } from "@/components/bio/bio-editor";
import { bioForm } from "@/components/bio/bio-form";
import { Page, pageTitle } from "@/components/ui/page";
import { presentBioDetails } from "@/lib/resources/bio-pages/presenter";
import { bioStatistics } from "@/lib/resources/bio-pages/service";
import { edited } from "../../../_lib/act";
import { loadBioPage } from "../../../_lib/owned-row-loader";
import { updateBioAction } from "../../actions";
import { bioEditorData } from "../../editor-parts";

export const generateMetadata = pageTitle("bio", "edit");

export default async function EditBioPagePage({ params }: PageProps<"/dashboard/bio/[id]/edit">) {
  const t = await getTranslations("bio");
  const { actor, row: page } = await loadBioPage((await params).id);
  const details = presentBioDetails(page, await bioStatistics(actor, page));
  return (
    <Page title={t("edit")} note={page.name}>
      <BioEditor
        id={page.id}
        initial={bioForm(details)}
        {...(await bioEditorData(actor))}
        save={updateBioAction.bind(null, edited(page))}
      />
    </Page>
  );
}
