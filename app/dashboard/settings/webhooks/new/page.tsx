import { getTranslations } from "next-intl/server";
import { Page, pageTitle } from "@/components/ui/page";
import { NewWebhookEditor } from "@/components/webhooks/webhook-editors";
import { db } from "@/lib/platform/database/db";
import { listOwnedChoices } from "../../../_lib/choices";
import { requirePermission } from "../../../_lib/required";
import { createWebhookAction } from "../actions";

export const generateMetadata = pageTitle("webhooks", "new");

export default async function NewWebhookPage() {
  const t = await getTranslations("webhooks");
  const actor = await requirePermission("webhooks:write");
  const [campaigns, tags] = await Promise.all([
    listOwnedChoices(db.campaign, actor, "campaign"),
    listOwnedChoices(db.tag, actor, "tag"),
  ]);
  return (
    <Page title={t("new")} size="form">
      <NewWebhookEditor create={createWebhookAction} campaigns={campaigns} tags={tags.map(({ label }) => label)} />
    </Page>
  );
}
