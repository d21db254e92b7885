import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { appLinksForm } from "@/components/domains/app-links-form";
import { DomainEditor } from "@/components/domains/domain-editor";
import { Page } from "@/components/shell/page";
import { presentDomain } from "@/lib/resources/domains/presenter";
import { updateDomainAction } from "../../actions";
import { ownDomain } from "../own-domain";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("domains"))("edit") };
}

export default async function EditDomainPage({ params }: PageProps<"/dashboard/domains/[id]/edit">) {
  const t = await getTranslations("domains");
  const { id, applinks, ...shown } = presentDomain((await ownDomain((await params).id)).row);
  const initial = { ...shown, applinks: appLinksForm(applinks) };
  return (
    <Page title={t("edit")} lead={shown.domain} size={900}>
      <DomainEditor id={id} initial={initial} save={updateDomainAction.bind(null, id)} />
    </Page>
  );
}
