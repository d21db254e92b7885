"use client";

import { Button } from "@mantine/core";
import { IconLogin2 } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { type SignInAsAction, useSignInAs } from "./use-sign-in-as";
import { useUserDeletion } from "./use-user-deletion";

interface UserButtonsProps {
  user: { id: number; username: string; links: number };
  remove: DeleteAction;
  signInAs: SignInAsAction;
}

export function UserButtons({ user, remove, signInAs }: UserButtonsProps) {
  const t = useTranslations("admin.users");
  const deletionOf = useUserDeletion(remove);
  const { enter, pending } = useSignInAs(signInAs);
  return (
    <EntryButtons deletion={deletionOf(user)} list="/dashboard/admin/users">
      <Button variant="default" leftSection={<IconLogin2 size={17} />} loading={pending} onClick={() => enter(user.id)}>
        {t("signInAs")}
      </Button>
    </EntryButtons>
  );
}
