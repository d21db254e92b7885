import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function ForwardingNotFoundPage() {
  const t = useTranslations("forwardings");
  return <Missing title={t("missing")} list="/dashboard/settings/forwarding" showAll={t("showAll")} />;
}
