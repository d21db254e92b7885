"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconLogin2, IconTrash, IconUser } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { askToDelete } from "@/components/ui/ask-to-delete";
import type { DeleteAction } from "@/components/ui/deletion";
import { type SignInAsAction, useSignInAs } from "./use-sign-in-as";
import { useUserDeletion } from "./use-user-deletion";

interface UserMenuProps {
  user: { id: number; username: string; links: number };
  /** it is whoever looks, who can do neither to themselves */
  isOwn: boolean;
  remove: DeleteAction;
  signInAs: SignInAsAction;
}

export function UserMenu({ user, isOwn, remove, signInAs }: UserMenuProps) {
  const t = useTranslations("admin.users");
  const words = useTranslations("ui");
  const router = useRouter();
  const deletionOf = useUserDeletion(remove);
  const { enter } = useSignInAs(signInAs);
  return (
    <Menu position="bottom-end" width={200} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words("moreFor", { name: user.username })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} href={`/dashboard/admin/users/${user.id}`} leftSection={<IconUser size={17} />}>
          {t("show")}
        </Menu.Item>
        {!isOwn && (
          <>
            <Menu.Item onClick={() => enter(user.id)} leftSection={<IconLogin2 size={17} />}>
              {t("signInAs")}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              c="var(--mantine-color-error)"
              onClick={() => askToDelete({ ...deletionOf(user), onDeleted: () => router.refresh() })}
              leftSection={<IconTrash size={17} />}
            >
              {words("delete")}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
