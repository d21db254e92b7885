import { useTranslations } from "next-intl";
import type { Entry } from "@/lib/resources/audit/service";

/** The author of a change: a person, an administrator logged in as them, or the service. */
export function AuditPerson({ entry }: { entry: Pick<Entry, "operation" | "person" | "admin"> }) {
  const t = useTranslations("audit");
  const { operation, person, admin } = entry;
  if (admin) return t("signedInAs", { admin, person: person ?? "" });
  return person ?? (operation === null || operation === "import" ? t("service") : null);
}
