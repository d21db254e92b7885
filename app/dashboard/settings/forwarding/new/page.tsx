import { getTranslations } from "next-intl/server";
import { NewForwardingEditor } from "@/components/forwardings/forwarding-editors";
import { Page, pageTitle } from "@/components/ui/page";
import { db } from "@/lib/platform/database/db";
import { listOwnedChoices } from "../../../_lib/choices";
import { requirePermission } from "../../../_lib/required";
import { createForwardingAction } from "../actions";

export const generateMetadata = pageTitle("forwardings", "new");

export default async function NewForwardingPage() {
  const t = await getTranslations("forwardings");
  const actor = await requirePermission("forwardings:write");
  const [campaigns, tags] = await Promise.all([
    listOwnedChoices(db.campaign, actor, "campaign"),
    listOwnedChoices(db.tag, actor, "tag"),
  ]);
  return (
    <Page title={t("new")} size="form">
      <NewForwardingEditor
        create={createForwardingAction}
        campaigns={campaigns}
        tags={tags.map(({ label }) => label)}
      />
    </Page>
  );
}
