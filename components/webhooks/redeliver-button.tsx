"use client";

import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { notifyDone } from "@/components/ui/notify";
import { useActionWithRefresh } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import { useEventNames } from "./use-event-names";

interface RedeliverButtonProps {
  delivery: { id: number; type: string };
  redeliver: (input: { deliveryid: number }) => Promise<ActionResult<number>>;
  /** An icon only, for a row. */
  small?: boolean;
}

/** Sends a delivery again. */
export function RedeliverButton({ delivery: { id, type }, redeliver, small = false }: RedeliverButtonProps) {
  const t = useTranslations("webhooks.redeliver");
  const name = useEventNames()([type]);
  const { run, pending } = useActionWithRefresh();
  const send = () =>
    run(
      () => redeliver({ deliveryid: id }),
      (count) => notifyDone(t("done", { count }), name),
    );
  if (!small)
    return (
      <Button leftSection={<IconRefresh size={17} />} loading={pending} onClick={send}>
        {t("one")}
      </Button>
    );
  return (
    <IconButton label={t("one")} name={t("oneOf", { name })} loading={pending} onClick={send}>
      <IconRefresh size={18} />
    </IconButton>
  );
}
