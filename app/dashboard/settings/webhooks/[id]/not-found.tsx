import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function WebhookNotFoundPage() {
  const t = useTranslations("webhooks");
  return <Missing title={t("missing")} list="/dashboard/settings/webhooks" showAll={t("showAll")} />;
}
