"use client";

import { Button, Group } from "@mantine/core";
import { IconLogin2, IconTrash } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { askToDelete } from "@/components/ui/ask-to-delete";
import { notifyFailed } from "@/components/ui/notify";
import type { ActionResult } from "@/lib/action-result";
import { type DeleteUserAction, useUserDeletion } from "./use-user-deletion";

interface UserButtonsProps {
  user: { id: number; username: string; links: number };
  remove: DeleteUserAction;
  signInAs: () => Promise<ActionResult<null>>;
}

export function UserButtons({ user, remove, signInAs }: UserButtonsProps) {
  const t = useTranslations("admin.users");
  const words = useTranslations("ui");
  const router = useRouter();
  const deletionOf = useUserDeletion(remove);
  const [pending, startTransition] = useTransition();
  const enter = () =>
    startTransition(async () => {
      const result = await signInAs();
      if (result?.ok === false) notifyFailed(result.error);
    });
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconLogin2 size={17} />} loading={pending} onClick={enter}>
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
