"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { notifyFailed } from "@/components/ui/notify";
import { useConfirmed } from "@/components/ui/use-confirmed";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";

interface ConnectButtonProps {
  provider: { id: string; name: string };
  beFresh: () => Promise<ActionResult<null>>;
}

/** Starts connecting a provider's account. Without JavaScript this works only soon after a log-in. */
export function ConnectButton({ provider: { id, name }, beFresh }: ConnectButtonProps) {
  const t = useTranslations("settings.connections");
  const safely = useSafeAction();
  const confirmed = useConfirmed();
  const [pending, startTransition] = useTransition();
  const href = `/login/with/${id}?connect`;
  const go = (event: React.MouseEvent) => {
    event.preventDefault();
    startTransition(async () => {
      const result = await safely(confirmed(beFresh));
      if (result.ok) window.location.assign(href);
      else notifyFailed(result.error);
    });
  };
  return (
    <Button
      component="a"
      href={href}
      onClick={go}
      size="xs"
      variant="default"
      loading={pending}
      aria-label={t("connectNamed", { provider: name })}
    >
      {t("connect")}
    </Button>
  );
}
