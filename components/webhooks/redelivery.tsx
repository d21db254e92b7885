"use client";

import { Alert, Button, SimpleGrid, Stack } from "@mantine/core";
import { IconAlertCircle, IconRefresh } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { LocalTimeInput } from "@/components/links/local-time-input";
import { IconButton } from "@/components/ui/icon-button";
import { notifyDone } from "@/components/ui/notify";
import { useActionWithRefresh, useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionRefusal, ActionResult } from "@/lib/contract/action-result";
import { useEventNames } from "./receiver-words";

interface RedeliverFormProps {
  redeliver: (input: { from: string; to: string }) => Promise<ActionResult<number>>;
}

/** Sends the deliveries of a period again, or those that failed. */
export function RedeliverForm({ redeliver }: RedeliverFormProps) {
  const t = useTranslations("webhooks.redeliver");
  const safely = useSafeAction();
  const router = useRouter();
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [refusal, setRefusal] = useState<ActionRefusal>();
  const [pending, startTransition] = useTransition();
  const errors = refusal?.errors ?? {};

  const send = () =>
    startTransition(async () => {
      const result = await safely(redeliver({ from, to }));
      setRefusal(result.ok ? undefined : result);
      if (!result.ok) return;
      notifyDone(t("done", { count: result.value }), "");
      router.refresh();
    });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack align="start">
        {refusal && Object.keys(errors).length === 0 && (
          <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />}>
            {refusal.error}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }} w="100%">
          <LocalTimeInput label={t("from")} value={from} onChange={setFrom} error={errors.from} />
          <LocalTimeInput label={t("to")} value={to} onChange={setTo} error={errors.to} />
        </SimpleGrid>
        <Button type="submit" variant="default" leftSection={<IconRefresh size={16} />} loading={pending}>
          {t(from || to ? "period" : "failed")}
        </Button>
      </Stack>
    </form>
  );
}

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
      <Button leftSection={<IconRefresh size={16} />} loading={pending} onClick={send}>
        {t("one")}
      </Button>
    );
  return (
    <IconButton label={t("one")} name={t("oneOf", { name })} loading={pending} onClick={send}>
      <IconRefresh size={18} />
    </IconButton>
  );
}
