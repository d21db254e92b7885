"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { MessagePage } from "@/components/ui/message-page";

export default function ErrorPage({ retry }: { retry: () => void }) {
  const t = useTranslations("ui");
  return (
    <MessagePage title={t("wrongTitle")} actions={<Button onClick={() => retry()}>{t("tryAgain")}</Button>}>
      {t("wrong")}
    </MessagePage>
  );
}
