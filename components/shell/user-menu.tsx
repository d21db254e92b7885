"use client";

import { Popover, Text, UnstyledButton } from "@mantine/core";
import { IconLogout, IconSettings } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { startTransition, useState } from "react";
import { ColorSchemeChoice } from "@/components/ui/color-scheme-choice";
import { dropDraftsOf } from "@/components/ui/drafts";
import { LanguageChoice } from "@/components/ui/language-choice";
import { useLeave } from "@/components/ui/leave-guard";
import classes from "./user-menu.module.css";

/** The logged-in user, as the shell shows them. */
export interface ShellUser {
  id: number;
  username: string;
  email: string;
  admin: boolean;
}

export function UserMenu({ user, logOut }: { user: ShellUser; logOut: () => Promise<void> }) {
  const t = useTranslations("shell");
  const [opened, setOpened] = useState(false);
  const leave = useLeave();
  const logOutAndForget = () => {
    dropDraftsOf(user.id);
    startTransition(logOut);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} withinPortal={false} trapFocus>
      <Popover.Target>
        <UnstyledButton
          aria-label={t("accountOf", { name: user.username })}
          className={classes.avatar}
          onClick={() => setOpened(!opened)}
        >
          {/* biome-ignore lint/performance/noImgElement: a vector, there is nothing to optimise */}
          <img src={`/avatar/${user.id}.svg`} alt="" width={34} height={34} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu}>
        <div className={classes.part}>
          <Text fw={600} size="sm" c="bright" truncate>
            {user.username}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user.email}
          </Text>
        </div>
        <div className={classes.part}>
          <LanguageChoice />
          <ColorSchemeChoice />
        </div>
        <Link href="/dashboard/settings" className={classes.item} onClick={() => setOpened(false)}>
          <IconSettings size={17} aria-hidden />
          {t("pages.settings")}
        </Link>
        <UnstyledButton className={classes.item} onClick={() => leave(logOutAndForget)}>
          <IconLogout size={17} aria-hidden />
          {t("logOut")}
        </UnstyledButton>
      </Popover.Dropdown>
    </Popover>
  );
}
