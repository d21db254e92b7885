import type { Metadata } from "next";
import { LinkEditor } from "@/components/links/link-editor";
import { withoutScheme } from "@/components/links/without-scheme";
import { Page } from "@/components/shell/page";
import { shortUrlOf } from "@/lib/links/short-url";
import { updateLinkAction } from "../../actions";
import { editorChoices, formOf } from "../../editor-choices";
import { ownLink } from "../own-link";

export const metadata: Metadata = { title: "Edit link" };

export default async function EditLinkPage({ params }: PageProps<"/dashboard/links/[id]/edit">) {
  const { actor, link } = await ownLink((await params).id);
  return (
    <Page title="Edit link" lead={withoutScheme(shortUrlOf(link))} size={900}>
      <LinkEditor
        initial={formOf(link)}
        link={{ id: link.id, isProtected: link.passwordHash !== null }}
        save={updateLinkAction.bind(null, link.id)}
        {...(await editorChoices(actor))}
      />
    </Page>
  );
}
