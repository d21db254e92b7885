"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyDone, notifyFailed } from "@/components/ui/notify";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";

interface UndoChangeProps {
  undo: () => Promise<ActionResult<number>>;
}

/** Undoes a bulk change. */
export function UndoChange({ undo }: UndoChangeProps) {
  const t = useTranslations("audit.undo");
  const safely = useSafeAction();
  const router = useRouter();
  const mayWrite = useMayWrite("links");
  const [pending, startTransition] = useTransition();
  const run = () =>
    startTransition(async () => {
      const result = await safely(undo());
      if (!result.ok) return notifyFailed(result.error);
      router.refresh();
      notifyDone(t("done"), t("asBefore", { count: result.value }));
    });
  if (!mayWrite) return null;
  return (
    <Button variant="default" size="compact-sm" loading={pending} onClick={run}>
      {t("button")}
    </Button>
  );
}
