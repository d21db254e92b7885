"use client";

import { Button } from "@mantine/core";
import { IconLockOff } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import { useConfirmDialog } from "@/components/ui/confirm-dialog";
import type { ActionResult } from "@/lib/contract/action-result";

interface TwoFactorButtonProps {
  user: { username: string; email: string };
  /** whether the service sends mails */
  mails: boolean;
  remove: () => Promise<ActionResult<null>>;
}

/** Turns off two-factor authentication for a user who lost their device, after a confirmation. */
export function TwoFactorButton({ user: { username, email }, mails, remove }: TwoFactorButtonProps) {
  const t = useTranslations("admin.twoFactor");
  const openConfirmDialog = useConfirmDialog();
  const router = useRouter();
  const ask = () =>
    openConfirmDialog({
      title: t("ask", { username }),
      consequences: t.rich(mails ? "text" : "textWithoutMail", { b, username, email }),
      confirm: t("confirm"),
      act: remove,
      done: { title: t("done"), message: username },
      onDone: router.refresh,
    });
  return (
    <Button variant="default" leftSection={<IconLockOff size={17} />} onClick={ask}>
      {t("confirm")}
    </Button>
  );
}
