"use client";

import { ActionIcon } from "@mantine/core";
import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useOptimistic } from "react";
import { useMayWrite } from "@/components/ui/may-write";
import { useActionWithRefresh } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";

export type UpdateChannelAction = (id: number, changes: Record<string, unknown>) => Promise<ActionResult<number>>;

interface StarButtonProps {
  channel: { id: number; name: string; starred: boolean };
  update: UpdateChannelAction;
}

/** Adds a channel to the favorites, or removes it. */
export function StarButton({ channel: { id, name, starred }, update }: StarButtonProps) {
  const t = useTranslations("channels");
  const mayWrite = useMayWrite();
  const { run } = useActionWithRefresh();
  const [shown, show] = useOptimistic(starred);
  const Icon = shown ? IconStarFilled : IconStar;
  const toggle = () =>
    run(() => {
      show(!shown);
      return update(id, { starred: !shown });
    });
  return (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
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
