"use client";

import { ActionIcon, Menu, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { colorSchemes } from "./color-scheme-choice";

export function ColorSchemeMenu() {
  const t = useTranslations("ui");
  const { setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={190} withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t("colorScheme")}>
          <IconSun size={18} className="mantine-dark-hidden" />
          <IconMoon size={18} className="mantine-light-hidden" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {colorSchemes.map(({ value, Icon }) => (
          <Menu.Item key={value} leftSection={<Icon size={16} />} onClick={() => setColorScheme(value)}>
            {t(`colorSchemes.${value}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
