import { getTranslations } from "next-intl/server";
import { LinkEditor } from "@/components/links/link-editor";
import { Page, pageTitle } from "@/components/ui/page";
import { withoutScheme } from "@/lib/contract/readable-url";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { edited } from "../../../_lib/act";
import { loadLink } from "../../../_lib/owned-row-loader";
import { updateLinkAction } from "../../actions";
import { replayAction, simulateAction } from "../../dry-run-actions";
import { creations, editorChoices, formOf } from "../../editor-choices";

export const generateMetadata = pageTitle("links", "editTitle");

export default async function EditLinkPage({ params }: PageProps<"/dashboard/links/[id]/edit">) {
  const t = await getTranslations("links");
  const { actor, row: link } = await loadLink((await params).id);
  return (
    <Page title={t("editTitle")} note={withoutScheme(shortUrlOf(link))}>
      <LinkEditor
        initial={formOf(link)}
        link={{ id: link.id, isProtected: link.passwordHash !== null, title: link.title }}
        replay={replayAction.bind(null, link.id)}
        simulate={simulateAction.bind(null, link.id)}
        save={updateLinkAction.bind(null, edited(link))}
        creations={creations}
        {...(await editorChoices(actor, link))}
      />
    </Page>
  );
}
