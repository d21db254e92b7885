import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function EntryNotFoundPage() {
  const t = useTranslations("audit");
  return <Missing title={t("missing")} list="/dashboard/audit" showAll={t("showAll")} />;
}
