"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { MessagePage } from "./message-page";

/** Shown if rendering a page failed. `isWithin` as for `MessagePage`. */
export function FailedPage({ retry, isWithin }: { retry: () => void; isWithin?: boolean }) {
  const t = useTranslations("ui");
  return (
    <MessagePage
      title={t("wrongTitle")}
      isWithin={isWithin}
      actions={<Button onClick={() => retry()}>{t("tryAgain")}</Button>}
    >
      {t("wrong")}
    </MessagePage>
  );
}
