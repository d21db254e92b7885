import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkEditor } from "@/components/links/link-editor";
import { emptyForm } from "@/components/links/link-form";
import { Page } from "@/components/shell/page";
import { requireActor } from "@/lib/auth/session";
import { createLinkAction } from "../actions";
import { editorChoices } from "../editor-choices";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("links"))("newTitle") };
}

export default async function NewLinkPage() {
  const t = await getTranslations("links");
  const offered = await editorChoices(await requireActor());
  return (
    <Page title={t("newTitle")} size={900}>
      <LinkEditor initial={emptyForm(offered.domains[0] ?? "")} save={createLinkAction} {...offered} />
    </Page>
  );
}
