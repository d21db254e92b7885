import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function CampaignNotFoundPage() {
  const t = useTranslations("campaigns");
  return <Missing title={t("missing")} list="/dashboard/campaigns" showAll={t("showAll")} />;
}
