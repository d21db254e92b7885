"use client";

import { Menu } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay, IconSend } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { RowMenu } from "@/components/ui/row-menu";
import { type KnownWebhook, useWebhookActions, type WebhookActions } from "./use-webhook-actions";
import { useWebhookDeletion } from "./use-webhook-deletion";
import { webhookName } from "./webhook-name";

interface WebhookMenuProps {
  webhook: KnownWebhook & { waiting: number };
  actions: WebhookActions & { remove: DeleteAction };
}

/** The actions for a webhook in the list. */
export function WebhookMenu({ webhook, actions }: WebhookMenuProps) {
  const t = useTranslations("webhooks");
  const { isOn, turn, test } = useWebhookActions(webhook, actions);
  const deletion = useWebhookDeletion(actions.remove)(webhook);
  const Icon = isOn ? IconPlayerPause : IconPlayerPlay;
  return (
    <RowMenu name={webhookName(webhook)} edit={`/dashboard/settings/webhooks/${webhook.id}/edit`} deletion={deletion}>
      {isOn && (
        <Menu.Item leftSection={<IconSend size={17} />} onClick={test}>
          {t("test")}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Icon size={17} />} onClick={turn}>
        {t(isOn ? "pause" : "resume")}
      </Menu.Item>
    </RowMenu>
  );
}
