"use client";

import { Button } from "@mantine/core";
import { IconLogin2, IconUser } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { notifyFailed } from "@/components/ui/notify";
import { RowMenu } from "@/components/ui/row-menu";
import { useConfirmed } from "@/components/ui/use-confirmed";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionRefusal } from "@/lib/contract/action-result";

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
      <Button variant="default" leftSection={<IconLogin2 size={16} />} loading={pending} onClick={() => enter(user.id)}>
        {t("signInAs")}
      </Button>
    </EntryButtons>
  );
}

export type SignInAsAction = (id: number) => Promise<ActionRefusal>;

/** Returns a function that logs an administrator in as a user. */
function useSignInAs(signInAs: SignInAsAction) {
  const safely = useSafeAction();
  const confirmed = useConfirmed();
  const [pending, startTransition] = useTransition();
  const enter = (id: number) =>
    startTransition(async () => {
      const { error } = await safely(confirmed(() => signInAs(id)));
      notifyFailed(error);
    });
  return { enter, pending };
}

function useUserDeletion(remove: DeleteAction) {
  const t = useTranslations("admin.deletion");
  return ({ id, username, links }: { id: number; username: string; links: number }): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich("text", { b, username, links }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: username },
  });
}
