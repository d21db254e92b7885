import { forbidden } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Page, pageTitle } from "@/components/ui/page";
import { webhookName } from "@/components/webhooks/receiver-words";
import { WebhookEditor } from "@/components/webhooks/webhook-editors";
import { hasPermission } from "@/lib/auth/permissions";
import { findWebhook } from "../../../../_lib/owned-row-loader";
import { updateWebhookAction } from "../../actions";

export const generateMetadata = pageTitle("webhooks", "edit");

export default async function EditWebhookPage({ params }: PageProps<"/dashboard/settings/webhooks/[id]/edit">) {
  const t = await getTranslations("webhooks");
  const { actor, row } = await findWebhook((await params).id);
  if (!hasPermission(actor, "webhooks:write")) forbidden();
  const { id, name, url, events } = row;
  return (
    <Page title={t("edit")} note={webhookName(row)} size="form">
      <WebhookEditor id={id} initial={{ name, url, events }} save={updateWebhookAction.bind(null, id)} />
    </Page>
  );
}
