import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function ImportNotFoundPage() {
  const t = useTranslations("imports");
  return <Missing title={t("missing")} list="/dashboard/import" showAll={t("showAll")} />;
}
