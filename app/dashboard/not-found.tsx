import { useTranslations } from "next-intl";
import { MessagePage } from "@/components/ui/message-page";

export default function NotFoundPage() {
  const t = useTranslations("ui");
  return (
    <MessagePage title={t("notFoundTitle")} isWithin>
      {t("notFound")}
    </MessagePage>
  );
}
