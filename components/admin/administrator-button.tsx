"use client";

import { Button } from "@mantine/core";
import { IconShield, IconShieldOff } from "@tabler/icons-react";
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
      leftSection={isAdmin ? <IconShieldOff size={17} /> : <IconShield size={17} />}
      onClick={ask}
    >
      {t(`${way}.confirm`)}
    </Button>
  );
}
