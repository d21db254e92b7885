import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { UserEntry } from "@/lib/resources/users/directory";

export function StatusBadge({ status }: Pick<UserEntry, "status">) {
  const t = useTranslations("admin.statuses");
  return <Badge variant={status === "free" ? "default" : "light"}>{t(status)}</Badge>;
}
