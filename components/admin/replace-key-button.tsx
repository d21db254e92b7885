"use client";

import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import { useConfirmDialog } from "@/components/ui/confirm-dialog";
import type { ActionResult } from "@/lib/contract/action-result";

interface ReplaceKeyButtonProps {
  user: { username: string };
  replace: () => Promise<ActionResult<null>>;
}

/** Replaces a user's API key. Only the user sees the new one. */
export function ReplaceKeyButton({ user: { username }, replace }: ReplaceKeyButtonProps) {
  const t = useTranslations("admin.key");
  const openConfirmDialog = useConfirmDialog();
  const ask = () =>
    openConfirmDialog({
      title: t("ask", { username }),
      consequences: t.rich("text", { b, username }),
      confirm: t("confirm"),
      act: replace,
      done: { title: t("done"), message: username },
      onDone: () => undefined,
    });
  return (
    <Button variant="default" leftSection={<IconRefresh size={17} />} onClick={ask}>
      {t("replace")}
    </Button>
  );
}
