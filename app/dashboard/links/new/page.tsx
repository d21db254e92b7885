import { getTranslations } from "next-intl/server";
import { LinkEditor } from "@/components/links/link-editor";
import { emptyForm } from "@/components/links/link-form";
import { Page, pageTitle } from "@/components/ui/page";
import { requirePermission } from "../../_lib/required";
import { createLinkAction } from "../actions";
import { simulateAction } from "../dry-run-actions";
import { creations, editorChoices } from "../editor-choices";

export const generateMetadata = pageTitle("links", "newTitle");

export default async function NewLinkPage() {
  const t = await getTranslations("links");
  const offered = await editorChoices(await requirePermission("links:write"));
  return (
    <Page title={t("newTitle")}>
      <LinkEditor
        initial={emptyForm(offered.places.domains[0]?.value ?? "")}
        save={createLinkAction}
        simulate={simulateAction.bind(null, null)}
        creations={creations}
        {...offered}
      />
    </Page>
  );
}
