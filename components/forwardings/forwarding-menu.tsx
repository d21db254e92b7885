"use client";

import { Menu } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay, IconSend } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { RowMenu } from "@/components/ui/row-menu";
import { type ForwardingActions, type KnownForwarding, useForwardingActions } from "./use-forwarding-actions";

interface ForwardingMenuProps {
  forwarding: KnownForwarding;
  actions: ForwardingActions;
}

/** The actions for a forwarding in the list. */
export function ForwardingMenu({ forwarding, actions }: ForwardingMenuProps) {
  const t = useTranslations("forwardings");
  const { isOn, turn, test, name, deletion } = useForwardingActions(forwarding, actions);
  const Icon = isOn ? IconPlayerPause : IconPlayerPlay;
  return (
    <RowMenu name={name} edit={`/dashboard/settings/forwarding/${forwarding.id}/edit`} deletion={deletion}>
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
