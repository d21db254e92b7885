"use client";

import { Button } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay, IconSend } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { type Receiver, type ReceiverActions, useReceiverActions } from "./use-receiver-actions";

interface ReceiverButtonsProps {
  receiver: Receiver;
  actions: ReceiverActions;
  /** more buttons */
  children?: React.ReactNode;
}

/** The buttons of a webhook's or forwarding's page. */
export function ReceiverButtons({ receiver, actions, children }: ReceiverButtonsProps) {
  const t = useTranslations("webhooks");
  const { isOn, turn, test, pending, edit, deletion, list } = useReceiverActions(receiver, actions);
  const Icon = isOn ? IconPlayerPause : IconPlayerPlay;
  return (
    <EntryButtons edit={edit} deletion={deletion} list={list}>
      {isOn && (
        <Button variant="default" leftSection={<IconSend size={17} />} disabled={pending} onClick={test}>
          {t("test")}
        </Button>
      )}
      <Button variant="default" leftSection={<Icon size={17} />} disabled={pending} onClick={turn}>
        {t(isOn ? "pause" : "resume")}
      </Button>
      {children}
    </EntryButtons>
  );
}
