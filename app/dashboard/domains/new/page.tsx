import { getTranslations } from "next-intl/server";
import { appLinksForm } from "@/components/domains/app-links-form";
import { DomainEditor } from "@/components/domains/domain-editor";
import { Page, pageTitle } from "@/components/ui/page";
import { db } from "@/lib/platform/database/db";
import { serviceHostName } from "@/lib/resources/domains/verify";
import { listOwnedChoices } from "../../_lib/choices";
import { requirePermission } from "../../_lib/required";
import { createDomainAction } from "../actions";

export const generateMetadata = pageTitle("domains", "new");

const empty = { domain: "", rootbio: "", redirectroot: "", redirect404: "", forward: "none", trackconversions: "" };

export default async function NewDomainPage() {
  const t = await getTranslations("domains");
  const actor = await requirePermission("domains:write");
  return (
    <Page title={t("new")} size="form">
      <DomainEditor
        initial={{ ...empty, applinks: appLinksForm(null) }}
        bioPages={await listOwnedChoices(db.bioPage, actor, "bio page")}
        leadsTo={serviceHostName()}
        save={createDomainAction}
      />
    </Page>
  );
}
