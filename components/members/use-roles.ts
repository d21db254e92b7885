import { useTranslations } from "next-intl";

const roles = ["editor", "analyst", "admin"] as const;

/** What members may be, in words. */
export function useRoles() {
  const t = useTranslations("settings.members.roles");
  return roles.map((value) => ({ value, label: t(`${value}.name`), about: t(`${value}.about`) }));
}
