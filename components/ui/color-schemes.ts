import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";

export const colorSchemes = [
  { value: "auto", Icon: IconDeviceDesktop },
  { value: "light", Icon: IconSun },
  { value: "dark", Icon: IconMoon },
] as const;
