"use client";

import { IconLogin2, IconUser } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { RowMenu } from "@/components/ui/row-menu";
import { type SignInAsAction, useSignInAs } from "./use-sign-in-as";
import { useUserDeletion } from "./use-user-deletion";

interface UserMenuProps {
  user: { id: number; username: string; links: number };
  /** Administrators can neither delete themselves nor log in as themselves. */
  isOwn: boolean;
  remove: DeleteAction;
  signInAs: SignInAsAction;
}

export function UserMenu({ user, isOwn, remove, signInAs }: UserMenuProps) {
  const t = useTranslations("admin.users");
  const deletionOf = useUserDeletion(remove);
  const { enter } = useSignInAs(signInAs);
  return (
    <RowMenu
      name={user.username}
      deletion={isOwn ? undefined : deletionOf(user)}
      actions={[
        { label: t("show"), Icon: IconUser, href: `/dashboard/admin/users/${user.id}` },
        ...(isOwn ? [] : [{ label: t("signInAs"), Icon: IconLogin2, onClick: () => enter(user.id) }]),
      ]}
    />
  );
}
