"use client";

import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyDone, notifyFailed } from "@/components/ui/notify";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";

export type CheckDestination = () => Promise<ActionResult<{ fails: boolean }>>;

/** A button that checks the destination now. */
export function CheckDestinationButton({ check, host }: { check: CheckDestination; host: string }) {
  const t = useTranslations("links.failing");
  const router = useRouter();
  const safely = useSafeAction();
  const [pending, startTransition] = useTransition();
  if (!useMayWrite()) return null;
  const ask = () =>
    startTransition(async () => {
      const result = await safely(check());
      if (!result.ok) return notifyFailed(result.error);
      if (result.value.fails) notifyFailed(t("still"));
      else notifyDone(t("back"), host);
      router.refresh();
    });
  return (
    <Button size="xs" variant="default" mt="sm" leftSection={<IconRefresh size={16} />} loading={pending} onClick={ask}>
      {t("check")}
    </Button>
  );
}
