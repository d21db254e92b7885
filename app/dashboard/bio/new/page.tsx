import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BioEditor } from "@/components/bio/bio-editor";
import { emptyBio, tabOf } from "@/components/bio/bio-form";
import { Page } from "@/components/shell/page";
import { requireWriter } from "../../writer";
import { createBioAction } from "../actions";
import { editorParts } from "../editor-parts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("bio"))("new") };
}

export default async function NewBioPagePage({ searchParams }: PageProps<"/dashboard/bio/new">) {
  const t = await getTranslations("bio");
  const actor = await requireWriter("bio:write");
  return (
    <Page title={t("new")}>
      <BioEditor
        initial={emptyBio}
        tab={tabOf((await searchParams).tab)}
        {...(await editorParts(actor))}
        save={createBioAction}
      />
    </Page>
  );
}
