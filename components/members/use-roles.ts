import { useTranslations } from "next-intl";

const roles = ["editor", "analyst", "admin"] as const;

/** The roles with their names and descriptions. */
export function useRoles() {
  const t = useTranslations("settings.members.roles");
  return roles.map((value) => ({ value, label: t(`${value}.name`), about: t(`${value}.about`) }));
}
