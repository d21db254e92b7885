import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function PlanNotFoundPage() {
  const t = useTranslations("admin.plans");
  return <Missing title={t("missing")} list="/dashboard/admin/plans" showAll={t("showAll")} />;
}
