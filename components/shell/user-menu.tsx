"use client";

import { Text, UnstyledButton } from "@mantine/core";
import { IconLogout, IconSettings } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { startTransition, useState } from "react";
import { ColorSchemeChoice } from "@/components/ui/color-scheme-choice";
import { dropUserDrafts } from "@/components/ui/drafts";
import { LanguageChoice } from "@/components/ui/language-choice";
import { useLeave } from "@/components/ui/leave-guard";
import { useDropdown } from "@/components/ui/use-dropdown";
import classes from "./user-menu.module.css";

/** The logged-in user, as the shell shows them. */
export interface ShellUser {
  id: number;
  username: string;
  email: string;
  admin: boolean;
}

/** The menu of the logged-in user. No popover of Mantine, which would be an eighth of the scripts of most pages. */
export function UserMenu({ user, logOut }: { user: ShellUser; logOut: () => Promise<void> }) {
  const t = useTranslations("shell");
  const [opened, setOpened] = useState(false);
  const leave = useLeave();
  const logOutAndForget = () => {
    dropUserDrafts(user.id);
    startTransition(logOut);
  };
  return (
    <details {...useDropdown()} className={classes.account} onToggle={({ currentTarget: { open } }) => setOpened(open)}>
      <summary aria-label={t("accountOf", { name: user.username })} className={classes.avatar}>
        {/* biome-ignore lint/performance/noImgElement: a vector, there is nothing to optimise */}
        <img src={`/avatar/${user.id}.svg`} alt="" width={34} height={34} />
      </summary>
      {opened && (
        <div className={classes.menu}>
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
          <Link href="/dashboard/settings" className={classes.item}>
            <IconSettings size={17} aria-hidden />
            {t("pages.settings")}
          </Link>
          <UnstyledButton className={classes.item} onClick={() => leave(logOutAndForget)}>
            <IconLogout size={17} aria-hidden />
            {t("logOut")}
          </UnstyledButton>
        </div>
      )}
    </details>
  );
}
