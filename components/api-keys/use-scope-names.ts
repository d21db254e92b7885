import { useTranslations } from "next-intl";
import type { Permission } from "@/lib/contract/permissions";

type Subject = Permission extends `${infer Name}:${string}` ? Name : never;

/** Returns a function that names a permission: "Links: read". */
export function useScopeNames() {
  const t = useTranslations("settings.keys");
  return (scope: Permission): string => {
    const [subject, right] = scope.split(":") as [Subject, "read" | "write"];
    return t(`rights.${right}`, { subject: t(`subjects.${subject}`) });
  };
}
