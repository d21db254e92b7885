"use client";

import { Button } from "@mantine/core";
import { IconLockOff, IconRefresh, IconShield, IconShieldOff } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import { useConfirmDialog } from "@/components/ui/confirm-dialog";
import type { ActionResult } from "@/lib/contract/action-result";

interface AdministratorButtonProps {
  user: { username: string; email: string; planName: string };
  isAdmin: boolean;
  change: () => Promise<ActionResult<null>>;
}

/** Adds or removes an administrator, after a dialog that explains the consequences. */
export function AdministratorButton({ user, isAdmin, change }: AdministratorButtonProps) {
  const t = useTranslations("admin.administrator");
  const openConfirmDialog = useConfirmDialog();
  const router = useRouter();
  const { username, email, planName: plan } = user;
  const way = isAdmin ? "take" : "give";
  const ask = () =>
    openConfirmDialog({
      title: t(`${way}.ask`, { username }),
      consequences: t.rich(`${way}.text`, { b, username, email, plan }),
      confirm: t(`${way}.confirm`),
      act: change,
      done: { title: t(`${way}.done`), message: username },
      onDone: router.refresh,
    });
  return (
    <Button
      variant="default"
      leftSection={isAdmin ? <IconShieldOff size={16} /> : <IconShield size={16} />}
      onClick={ask}
    >
      {t(`${way}.confirm`)}
    </Button>
  );
}

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
    <Button variant="default" leftSection={<IconLockOff size={16} />} onClick={ask}>
      {t("confirm")}
    </Button>
  );
}

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
    <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={ask}>
      {t("replace")}
    </Button>
  );
}
