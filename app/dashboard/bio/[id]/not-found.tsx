import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function BioNotFoundPage() {
  const t = useTranslations("bio");
  return <Missing title={t("missing")} list="/dashboard/bio" showAll={t("showAll")} />;
}
