import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkEditor } from "@/components/links/link-editor";
import { withoutScheme } from "@/components/links/without-scheme";
import { Page } from "@/components/shell/page";
import { shortUrlOf } from "@/lib/links/short-url";
import { updateLinkAction } from "../../actions";
import { editorChoices, formOf } from "../../editor-choices";
import { ownLink } from "../own-link";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("links"))("editTitle") };
}

export default async function EditLinkPage({ params }: PageProps<"/dashboard/links/[id]/edit">) {
  const t = await getTranslations("links");
  const { actor, row: link } = await ownLink((await params).id);
  return (
    <Page title={t("editTitle")} lead={withoutScheme(shortUrlOf(link))} size={900}>
      <LinkEditor
        initial={formOf(link)}
        link={{ id: link.id, isProtected: link.passwordHash !== null }}
        save={updateLinkAction.bind(null, link.id)}
        {...(await editorChoices(actor))}
      />
    </Page>
  );
}
