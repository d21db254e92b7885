import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function LinkNotFoundPage() {
  const t = useTranslations("links");
  return <Missing title={t("missing")} list="/dashboard/links" showAll={t("showAll")} />;
}
