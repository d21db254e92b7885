import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function NotFoundPage() {
  const t = useTranslations("ui");
  return <Missing title={t("notFoundTitle")} list="/dashboard" showAll={t("overview")} />;
}
