import { getTranslations } from "next-intl/server";
import { Page, pageTitle } from "@/components/ui/page";
import { UtmTemplateEditor } from "@/components/utm-templates/utm-template-editor";
import { templateForm } from "@/components/utm-templates/utm-template-form";
import { requirePermission } from "../../_lib/required";
import { createUtmTemplateAction } from "../actions";

export const generateMetadata = pageTitle("utm", "new");

export default async function NewUtmTemplatePage() {
  const t = await getTranslations("utm");
  await requirePermission("links:write");
  return (
    <Page title={t("new")} size="form">
      <UtmTemplateEditor isNew initial={templateForm("", {})} save={createUtmTemplateAction} />
    </Page>
  );
}
