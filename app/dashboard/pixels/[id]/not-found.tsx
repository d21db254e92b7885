import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function PixelNotFoundPage() {
  const t = useTranslations("pixels");
  return <Missing title={t("missing")} list="/dashboard/pixels" showAll={t("showAll")} />;
}
