import { useTranslations } from "next-intl";
import { notifyDone } from "@/components/ui/notify";
import { useActionWithRefresh } from "@/components/ui/use-action-with-refresh";
import type { ActionResult } from "@/lib/contract/action-result";
import { webhookName } from "./webhook-name";

/** Server actions of a webhook. */
export interface WebhookActions {
  /** Pauses or resumes it. */
  turn: (id: number, on: boolean) => Promise<ActionResult<null>>;
  /** Sends a test event. */
  test: (id: number) => Promise<ActionResult<null>>;
}

export interface KnownWebhook {
  id: number;
  name: string;
  url: string;
  status: "active" | "paused" | "failing";
}

/** Returns functions that pause, resume or test a webhook and report what was done. */
export function useWebhookActions(webhook: KnownWebhook, { turn, test }: WebhookActions) {
  const t = useTranslations("webhooks");
  const { run, pending } = useActionWithRefresh();
  const isOn = webhook.status === "active";
  return {
    pending,
    isOn,
    turn: () =>
      run(
        () => turn(webhook.id, !isOn),
        () => notifyDone(t(isOn ? "paused" : "resumed"), webhookName(webhook)),
      ),
    test: () =>
      run(
        () => test(webhook.id),
        () => notifyDone(t("tested"), webhookName(webhook)),
      ),
  };
}
