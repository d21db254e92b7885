"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { MessagePage } from "./message-page";

/** Shown if rendering a page failed. */
export function FailedPage({ retry }: { retry: () => void }) {
  const t = useTranslations("ui");
  return (
    <MessagePage title={t("wrongTitle")} actions={<Button onClick={() => retry()}>{t("tryAgain")}</Button>}>
      {t("wrong")}
    </MessagePage>
  );
}
