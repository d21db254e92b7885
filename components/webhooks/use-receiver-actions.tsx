import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog-props";
import { notifyDone } from "@/components/ui/notify";
import { useActionWithRefresh } from "@/components/ui/use-action-with-refresh";
import type { ActionResult } from "@/lib/contract/action-result";

/** A webhook or forwarding, which receives events. */
export interface Receiver {
  /** also the namespace of its words */
  kind: keyof typeof lists;
  id: number;
  /** its name as people see it */
  name: string;
  status: "active" | "paused" | "failing";
  /** the number of events that are not delivered yet */
  waiting: number;
}

/** Server actions of a webhook or forwarding. */
export interface ReceiverActions {
  /** Pauses or resumes it. */
  turn: (id: number, on: boolean) => Promise<ActionResult<null>>;
  /** Sends a test event. */
  test: (id: number) => Promise<ActionResult<null>>;
  remove: DeleteAction;
}

const lists = { webhooks: "/dashboard/settings/webhooks", forwardings: "/dashboard/settings/forwarding" };

/** Returns what the buttons of a webhook or forwarding do, the pages they open, and how its deletion is confirmed. */
export function useReceiverActions(
  { kind, id, name, status, waiting }: Receiver,
  { turn, test, remove }: ReceiverActions,
) {
  const t = useTranslations();
  const { run, pending } = useActionWithRefresh();
  const isOn = status === "active";
  const list = lists[kind];
  const deletion: ConfirmDialogProps = {
    title: t(`${kind}.deletion.title`),
    consequences: t.rich(`${kind}.deletion.text`, { b, name, waiting }),
    act: remove.bind(null, id),
    done: { title: t(`${kind}.deletion.done`), message: name },
  };
  return {
    ...{ pending, isOn, deletion, list, edit: `${list}/${id}/edit` },
    turn: () =>
      run(
        () => turn(id, !isOn),
        () => notifyDone(t(`${kind}.${isOn ? "paused" : "resumed"}`), name),
      ),
    test: () =>
      run(
        () => test(id),
        () => notifyDone(t(`${kind}.tested`), name),
      ),
  };
}
