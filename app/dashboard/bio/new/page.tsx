import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BioEditor } from "@/components/bio/bio-editor";
import { emptyBio } from "@/components/bio/bio-form";
import { Page } from "@/components/ui/page";
import { requirePermission } from "../../_lib/permission";
import { createBioAction } from "../actions";
import { bioEditorData } from "../editor-parts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("bio"))("new") };
}

export default async function NewBioPagePage() {
  const t = await getTranslations("bio");
  const actor = await requirePermission("bio:write");
  return (
    <Page title={t("new")}>
      <BioEditor initial={emptyBio} {...(await bioEditorData(actor))} save={createBioAction} />
    </Page>
  );
}
