import { getTranslations } from "next-intl/server";
import { appLinksForm } from "@/components/domains/app-links-form";
import { DomainEditor } from "@/components/domains/domain-editor";
import { Page, pageTitle } from "@/components/ui/page";
import { db } from "@/lib/platform/database/db";
import { presentDomain } from "@/lib/resources/domains/presenter";
import { edited } from "../../../_lib/act";
import { listOwnedChoices } from "../../../_lib/choices";
import { loadDomain } from "../../../_lib/owned-row-loader";
import { updateDomainAction } from "../../actions";

export const generateMetadata = pageTitle("domains", "edit");

export default async function EditDomainPage({ params }: PageProps<"/dashboard/domains/[id]/edit">) {
  const t = await getTranslations("domains");
  const { actor, row } = await loadDomain((await params).id);
  const { id, applinks, rootbio, trackconversions, ...shown } = presentDomain(row);
  const initial = {
    ...shown,
    rootbio: rootbio ? String(rootbio) : "",
    trackconversions: String(trackconversions ?? ""),
    applinks: appLinksForm(applinks),
  };
  const bioPages = await listOwnedChoices(db.bioPage, actor, "bio page");
  return (
    <Page title={t("edit")} note={shown.domain} size="form">
      <DomainEditor id={id} initial={initial} bioPages={bioPages} save={updateDomainAction.bind(null, edited(row))} />
    </Page>
  );
}
