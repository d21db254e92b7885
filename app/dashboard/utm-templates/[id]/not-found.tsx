import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function UtmTemplateNotFoundPage() {
  const t = useTranslations("utm");
  return <Missing title={t("missing")} list="/dashboard/utm-templates" showAll={t("showAll")} />;
}
