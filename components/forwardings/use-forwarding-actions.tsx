import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog-props";
import { notifyDone } from "@/components/ui/notify";
import { useActionWithRefresh } from "@/components/ui/use-action-with-refresh";
import type { WebhookActions } from "@/components/webhooks/use-webhook-actions";
import { forwardingName } from "./forwarding-name";

/** Server actions of a forwarding. */
export interface ForwardingActions extends WebhookActions {
  remove: DeleteAction;
}

export interface KnownForwarding {
  id: number;
  name: string;
  site: string;
  url: string;
  status: "active" | "paused" | "failing";
  waiting: number;
}

/** Returns what the buttons of a forwarding do, and how its deletion is confirmed. */
export function useForwardingActions(forwarding: KnownForwarding, { turn, test, remove }: ForwardingActions) {
  const t = useTranslations("forwardings");
  const { run, pending } = useActionWithRefresh();
  const isOn = forwarding.status === "active";
  const name = forwardingName(forwarding);
  const deletion: ConfirmDialogProps = {
    title: t("deletion.title"),
    consequences: t.rich("deletion.text", { b, name, waiting: forwarding.waiting }),
    act: remove.bind(null, forwarding.id),
    done: { title: t("deletion.done"), message: name },
  };
  return {
    ...{ pending, isOn, name, deletion },
    turn: () =>
      run(
        () => turn(forwarding.id, !isOn),
        () => notifyDone(t(isOn ? "paused" : "resumed"), name),
      ),
    test: () =>
      run(
        () => test(forwarding.id),
        () => notifyDone(t("tested"), name),
      ),
  };
}
