"use client";

import { ActionIcon } from "@mantine/core";
import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useOptimistic, useTransition } from "react";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyFailed } from "@/components/ui/notify";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";

export type UpdateChannelAction = (id: number, changes: Record<string, unknown>) => Promise<ActionResult<number>>;

interface StarButtonProps {
  channel: { id: number; name: string; starred: boolean };
  update: UpdateChannelAction;
}

/** Adds a channel to the favorites, or removes it. */
export function StarButton({ channel: { id, name, starred }, update }: StarButtonProps) {
  const t = useTranslations("channels");
  const safely = useSafeAction();
  const mayWrite = useMayWrite();
  const router = useRouter();
  const [shown, show] = useOptimistic(starred);
  const [, startTransition] = useTransition();
  const Icon = shown ? IconStarFilled : IconStar;
  const toggle = () =>
    startTransition(async () => {
      show(!shown);
      const result = await safely(update(id, { starred: !shown }));
      if (result.ok) router.refresh();
      else notifyFailed(result.error);
    });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      c={shown ? "var(--sp-accent)" : undefined}
      aria-label={t("favourite", { name })}
      aria-pressed={shown}
      disabled={!mayWrite}
      onClick={toggle}
    >
      <Icon size={18} />
    </ActionIcon>
  );
}
