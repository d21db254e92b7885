import { useTranslations } from "next-intl";
import { Missing } from "@/components/shell/missing";

export default function UserNotFoundPage() {
  const t = useTranslations("admin.users");
  return <Missing title={t("missing")} list="/dashboard/admin/users" showAll={t("showAll")} />;
}
