"use client";

import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyDone, notifyFailed } from "@/components/ui/notify";
import { useActionWithRefresh } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";

export type CheckDestination = () => Promise<ActionResult<{ fails: boolean }>>;

/** A button that checks the destination now. */
export function CheckDestinationButton({ check, host }: { check: CheckDestination; host: string }) {
  const t = useTranslations("links.failing");
  const { run, pending } = useActionWithRefresh();
  if (!useMayWrite()) return null;
  const ask = () => run(check, ({ fails }) => (fails ? notifyFailed(t("still")) : notifyDone(t("back"), host)));
  return (
    <Button size="xs" variant="default" mt="sm" leftSection={<IconRefresh size={16} />} loading={pending} onClick={ask}>
      {t("check")}
    </Button>
  );
}
