import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function TagNotFoundPage() {
  const t = useTranslations("tags");
  return <Missing title={t("missing")} list="/dashboard/tags" showAll={t("showAll")} />;
}
