import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function ChannelNotFoundPage() {
  const t = useTranslations("channels");
  return <Missing title={t("missing")} list="/dashboard/channels" showAll={t("showAll")} />;
}
