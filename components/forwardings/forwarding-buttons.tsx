"use client";

import { Button } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay, IconSend } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { type ForwardingActions, type KnownForwarding, useForwardingActions } from "./use-forwarding-actions";

interface ForwardingButtonsProps extends ForwardingActions {
  forwarding: KnownForwarding;
}

/** The buttons of a forwarding's page. */
export function ForwardingButtons({ forwarding, ...actions }: ForwardingButtonsProps) {
  const t = useTranslations("forwardings");
  const { isOn, turn, test, pending, deletion } = useForwardingActions(forwarding, actions);
  const Icon = isOn ? IconPlayerPause : IconPlayerPlay;
  return (
    <EntryButtons
      edit={`/dashboard/settings/forwarding/${forwarding.id}/edit`}
      deletion={deletion}
      list="/dashboard/settings/forwarding"
    >
      {isOn && (
        <Button variant="default" leftSection={<IconSend size={17} />} disabled={pending} onClick={test}>
          {t("test")}
        </Button>
      )}
      <Button variant="default" leftSection={<Icon size={17} />} disabled={pending} onClick={turn}>
        {t(isOn ? "pause" : "resume")}
      </Button>
    </EntryButtons>
  );
}
