import type { Metadata } from "next";
import { LinkEditor } from "@/components/links/link-editor";
import { emptyForm } from "@/components/links/link-form";
import { Page } from "@/components/shell/page";
import { requireActor } from "@/lib/auth/session";
import { createLinkAction } from "../actions";
import { editorChoices } from "../editor-choices";

export const metadata: Metadata = { title: "New link" };

export default async function NewLinkPage() {
  const offered = await editorChoices(await requireActor());
  return (
    <Page title="New link" size={900}>
      <LinkEditor initial={emptyForm(offered.domains[0] ?? "")} save={createLinkAction} {...offered} />
    </Page>
  );
}
