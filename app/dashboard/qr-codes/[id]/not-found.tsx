import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function QrCodeNotFoundPage() {
  const t = useTranslations("qr");
  return <Missing title={t("missing")} list="/dashboard/qr-codes" showAll={t("showAll")} />;
}
