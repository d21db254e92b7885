import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function OverlayNotFoundPage() {
  const t = useTranslations("overlays");
  return <Missing title={t("missing")} list="/dashboard/overlays" showAll={t("showAll")} />;
}
