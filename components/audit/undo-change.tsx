"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyDone } from "@/components/ui/notify";
import { useActionWithRefresh } from "@/components/ui/use-action-with-refresh";
import type { ActionResult } from "@/lib/contract/action-result";

interface UndoChangeProps {
  undo: () => Promise<ActionResult<number>>;
}

/** Undoes a bulk change. */
export function UndoChange({ undo }: UndoChangeProps) {
  const t = useTranslations("audit.undo");
  const mayWrite = useMayWrite("links");
  const { run, pending } = useActionWithRefresh();
  if (!mayWrite) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={pending}
      onClick={() => run(undo, (count) => notifyDone(t("done"), t("asBefore", { count })))}
    >
      {t("button")}
    </Button>
  );
}
