import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function SplashNotFoundPage() {
  const t = useTranslations("splash");
  return <Missing title={t("missing")} list="/dashboard/splash" showAll={t("showAll")} />;
}
