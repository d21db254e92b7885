import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function ThreadNotFoundPage() {
  const t = useTranslations("sms");
  return <Missing title={t("missing")} list="/dashboard/sms" showAll={t("showAll")} />;
}
