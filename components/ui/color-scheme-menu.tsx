"use client";

import { ActionIcon, Menu, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";

const schemes = [
  { value: "auto", label: "Like the system", Icon: IconDeviceDesktop },
  { value: "light", label: "Light", Icon: IconSun },
  { value: "dark", label: "Dark", Icon: IconMoon },
] as const;

export function ColorSchemeMenu() {
  const { setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={190} withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Colour scheme">
          <IconSun size={19} className="mantine-dark-hidden" />
          <IconMoon size={19} className="mantine-light-hidden" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(({ value, label, Icon }) => (
          <Menu.Item key={value} leftSection={<Icon size={17} />} onClick={() => setColorScheme(value)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
