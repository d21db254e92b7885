import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { appLinksForm } from "@/components/domains/app-links-form";
import { DomainEditor } from "@/components/domains/domain-editor";
import { Page } from "@/components/shell/page";
import { ownName } from "@/lib/resources/domains/verify";
import { requireWriter } from "../../writer";
import { createDomainAction } from "../actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("domains"))("new") };
}

export default async function NewDomainPage() {
  const t = await getTranslations("domains");
  await requireWriter("domains:write");
  return (
    <Page title={t("new")} size={900}>
      <DomainEditor
        initial={{ domain: "", redirectroot: "", redirect404: "", forward: "none", applinks: appLinksForm(null) }}
        leadsTo={ownName()}
        save={createDomainAction}
      />
    </Page>
  );
}
