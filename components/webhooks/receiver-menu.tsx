"use client";

import { Menu } from "@mantine/core";
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
  const Icon = isOn ? IconPlayerPause : IconPlayerPlay;
  return (
    <RowMenu name={receiver.name} edit={edit} deletion={deletion}>
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
