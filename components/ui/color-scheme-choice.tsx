"use client";

import { useMantineColorScheme } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./choice.module.css";

export const colorSchemes = [
  { value: "auto", Icon: IconDeviceDesktop },
  { value: "light", Icon: IconSun },
  { value: "dark", Icon: IconMoon },
] as const;

export function ColorSchemeChoice() {
  const t = useTranslations("ui");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server does not know this browser's choice.
  const mounted = useMounted();
  return (
    <fieldset className={classes.choice} aria-label={t("colorScheme")}>
      {colorSchemes.map(({ value, Icon }) => (
        <button
          key={value}
          type="button"
          title={t(`colorSchemes.${value}`)}
          aria-label={t(`colorSchemes.${value}`)}
          aria-pressed={mounted && colorScheme === value}
          onClick={() => setColorScheme(value)}
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </fieldset>
  );
}
