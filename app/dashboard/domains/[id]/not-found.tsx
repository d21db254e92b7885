import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function DomainNotFoundPage() {
  const t = useTranslations("domains");
  return <Missing title={t("missing")} list="/dashboard/domains" showAll={t("showAll")} />;
}
