"use client";

import { Button, Group } from "@mantine/core";
import { IconLogin2, IconTrash } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { askToDelete } from "@/components/ui/ask-to-delete";
import type { DeleteAction } from "@/components/ui/deletion";
import { type SignInAsAction, useSignInAs } from "./use-sign-in-as";
import { useUserDeletion } from "./use-user-deletion";

interface UserButtonsProps {
  user: { id: number; username: string; links: number };
  remove: DeleteAction;
  signInAs: SignInAsAction;
}

export function UserButtons({ user, remove, signInAs }: UserButtonsProps) {
  const t = useTranslations("admin.users");
  const words = useTranslations("ui");
  const router = useRouter();
  const deletionOf = useUserDeletion(remove);
  const { enter, pending } = useSignInAs(signInAs);
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconLogin2 size={17} />} loading={pending} onClick={() => enter(user.id)}>
        {t("signInAs")}
      </Button>
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={17} />}
        onClick={() => askToDelete({ ...deletionOf(user), onDeleted: () => router.replace("/dashboard/admin/users") })}
      >
        {words("delete")}
      </Button>
    </Group>
  );
}
