import { getTranslations } from "next-intl/server";
import { Page, pageTitle } from "@/components/ui/page";
import { UtmTemplateEditor } from "@/components/utm-templates/utm-template-editor";
import { templateForm } from "@/components/utm-templates/utm-template-form";
import { getUtmTemplate } from "@/lib/resources/utm-templates/service";
import { edited } from "../../../_lib/act";
import { ownedRowLoader } from "../../../_lib/owned-row-loader";
import { updateUtmTemplateAction } from "../../actions";

const loadUtmTemplate = ownedRowLoader(getUtmTemplate);

export const generateMetadata = pageTitle("utm", "edit");

export default async function EditUtmTemplatePage({ params }: PageProps<"/dashboard/utm-templates/[id]/edit">) {
  const t = await getTranslations("utm");
  const { row } = await loadUtmTemplate((await params).id);
  return (
    <Page title={t("edit")} note={row.name} size="form">
      <UtmTemplateEditor initial={templateForm(row.name, row)} save={updateUtmTemplateAction.bind(null, edited(row))} />
    </Page>
  );
}
