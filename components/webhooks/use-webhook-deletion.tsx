import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog-props";
import { webhookName } from "./webhook-name";

/** Asks for confirmation, then deletes a webhook. */
export function useWebhookDeletion(remove: DeleteAction) {
  const t = useTranslations("webhooks.deletion");
  return (webhook: { id: number; name: string; url: string; waiting: number }): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich("text", { b, name: webhookName(webhook), waiting: webhook.waiting }),
    act: remove.bind(null, webhook.id),
    done: { title: t("done"), message: webhookName(webhook) },
  });
}
