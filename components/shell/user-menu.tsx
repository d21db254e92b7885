"use client";

import { Avatar, Menu, Text, UnstyledButton } from "@mantine/core";
import { IconLogout, IconSettings } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { startTransition } from "react";
import { ColorSchemeChoice } from "@/components/ui/color-scheme-choice";
import { LanguageChoice } from "@/components/ui/language-choice";
import classes from "./shell.module.css";

/** Who is signed in, as the shell shows it. */
export interface ShellUser {
  id: number;
  username: string;
  email: string;
  admin: boolean;
}

export function UserMenu({ user, logOut }: { user: ShellUser; logOut: () => Promise<void> }) {
  const t = useTranslations("shell");
  return (
    <Menu position="bottom-end" width={280} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton aria-label={t("accountOf", { name: user.username })} style={{ borderRadius: "50%" }}>
          <Avatar src={`/avatar/${user.id}.svg`} alt="" size={34} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} size="sm" c="bright" truncate>
            {user.username}
          </Text>
          <Text size="xs" truncate>
            {user.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} href="/dashboard/settings" leftSection={<IconSettings size={17} />}>
          {t("pages.settings")}
        </Menu.Item>
        <Menu.Divider />
        <div className={classes.choices}>
          <LanguageChoice />
          <ColorSchemeChoice />
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={17} />} onClick={() => startTransition(logOut)}>
          {t("logOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
