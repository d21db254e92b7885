"use client";

import { Button } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay, IconSend } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { notifyDone } from "@/components/ui/notify";
import type { RowAction } from "@/components/ui/opened-row-menu";
import { RowMenu } from "@/components/ui/row-menu";
import { useActionWithRefresh } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";

interface ReceiverMenuProps {
  receiver: Receiver;
  actions: ReceiverActions;
}

/** The actions for a webhook or forwarding in its list. */
export function ReceiverMenu({ receiver, actions }: ReceiverMenuProps) {
  const t = useTranslations("webhooks");
  const { isOn, turn, test, edit, deletion } = useReceiverActions(receiver, actions);
  return (
    <RowMenu
      name={receiver.name}
      edit={edit}
      deletion={deletion}
      actions={[
        ...(isOn ? [{ label: t("test"), Icon: IconSend, onClick: test }] : []),
        { label: t(isOn ? "pause" : "resume"), Icon: isOn ? IconPlayerPause : IconPlayerPlay, onClick: turn },
      ]}
    />
  );
}

interface ReceiverButtonsProps {
  receiver: Receiver;
  actions: ReceiverActions;
  /** more actions */
  more?: RowAction[];
}

/** The buttons of a webhook's or forwarding's page. */
export function ReceiverButtons({ receiver, actions, more = [] }: ReceiverButtonsProps) {
  const t = useTranslations("webhooks");
  const { isOn, turn, test, pending, edit, deletion, list } = useReceiverActions(receiver, actions);
  const Icon = isOn ? IconPlayerPause : IconPlayerPlay;
  return (
    <EntryButtons
      {...{ edit, deletion, list }}
      actions={[{ label: t(isOn ? "pause" : "resume"), Icon, onClick: turn }, ...more]}
    >
      {isOn && (
        <Button variant="default" leftSection={<IconSend size={16} />} disabled={pending} onClick={test}>
          {t("test")}
        </Button>
      )}
    </EntryButtons>
  );
}

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
function useReceiverActions({ kind, id, name, status, waiting }: Receiver, { turn, test, remove }: ReceiverActions) {
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
