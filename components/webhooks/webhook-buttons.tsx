"use client";

import { Button, Modal } from "@mantine/core";
import { IconKey, IconPlayerPause, IconPlayerPlay, IconSend } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { openConfirmDialog } from "@/components/ui/confirm-dialog";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { SecretLink } from "@/components/ui/secret-link";
import type { ActionResult } from "@/lib/contract/action-result";
import { type KnownWebhook, useWebhookActions, type WebhookActions } from "./use-webhook-actions";
import { useWebhookDeletion } from "./use-webhook-deletion";

interface WebhookButtonsProps extends WebhookActions {
  webhook: KnownWebhook & { waiting: number };
  rotate: (id: number) => Promise<ActionResult<string>>;
  remove: DeleteAction;
}

/** The buttons of a webhook's page. */
export function WebhookButtons({ webhook, rotate, remove, ...actions }: WebhookButtonsProps) {
  const t = useTranslations("webhooks");
  const { isOn, turn, test, pending } = useWebhookActions(webhook, actions);
  const deletion = useWebhookDeletion(remove)(webhook);
  const [secret, setSecret] = useState("");

  const askRotation = () =>
    openConfirmDialog({
      title: t("rotation.title"),
      consequences: t("rotation.text"),
      confirm: t("rotation.confirm"),
      act: async () => {
        const result = await rotate(webhook.id);
        if (!result.ok) return result;
        setSecret(result.value);
        return { ok: true, value: null };
      },
      onDone: () => {},
    });

  return (
    <>
      <EntryButtons
        edit={`/dashboard/settings/webhooks/${webhook.id}/edit`}
        deletion={deletion}
        list="/dashboard/settings/webhooks"
      >
        {isOn && (
          <Button variant="default" leftSection={<IconSend size={17} />} disabled={pending} onClick={test}>
            {t("test")}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={isOn ? <IconPlayerPause size={17} /> : <IconPlayerPlay size={17} />}
          disabled={pending}
          onClick={turn}
        >
          {t(isOn ? "pause" : "resume")}
        </Button>
        <Button variant="default" leftSection={<IconKey size={17} />} onClick={askRotation}>
          {t("rotation.open")}
        </Button>
      </EntryButtons>
      <Modal opened={secret !== ""} onClose={() => setSecret("")} title={t("rotation.made")} centered>
        <SecretLink label={t("secret")} url={secret} copy={t("copySecret")}>
          {t("rotation.once")}
        </SecretLink>
      </Modal>
    </>
  );
}
