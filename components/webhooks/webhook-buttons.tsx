"use client";

import { IconKey } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useConfirmDialog } from "@/components/ui/confirm-dialog";
import { useDialogs } from "@/components/ui/dialogs";
import { SecretLink } from "@/components/ui/secret-link";
import type { ActionResult } from "@/lib/contract/action-result";
import { type Receiver, type ReceiverActions, ReceiverButtons } from "./receiver-actions";

interface WebhookButtonsProps {
  webhook: Receiver;
  actions: ReceiverActions;
  rotate: (id: number) => Promise<ActionResult<string>>;
}

/** The buttons of a webhook's page. Only webhooks have a secret that can be replaced. */
export function WebhookButtons({ webhook, actions, rotate }: WebhookButtonsProps) {
  const t = useTranslations("webhooks");
  const openConfirmDialog = useConfirmDialog();
  const { openDialog } = useDialogs();

  const askRotation = () => {
    let secret = "";
    openConfirmDialog({
      title: t("rotation.title"),
      consequences: t("rotation.text"),
      confirm: t("rotation.confirm"),
      act: async () => {
        const result = await rotate(webhook.id);
        if (!result.ok) return result;
        secret = result.value;
        return { ok: true, value: null };
      },
      onDone: () =>
        openDialog({
          title: t("rotation.made"),
          children: (
            <SecretLink label={t("secret")} url={secret} copy={t("copySecret")}>
              {t("rotation.once")}
            </SecretLink>
          ),
        }),
    });
  };

  return (
    <ReceiverButtons
      receiver={webhook}
      actions={actions}
      more={[{ label: t("rotation.open"), Icon: IconKey, onClick: askRotation }]}
    />
  );
}
