"use client";

import { IconPlayerPause, IconPlayerPlay, IconSend } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { RowMenu } from "@/components/ui/row-menu";
import { type Receiver, type ReceiverActions, useReceiverActions } from "./use-receiver-actions";

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
