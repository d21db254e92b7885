import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Document } from "@/components/ui/document";
import { MessagePage } from "@/components/ui/message-page";
import { instanceSettings } from "@/lib/platform/cache/instance-settings";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("ui");
  const { name } = await instanceSettings();
  return { title: `${t("notFoundTitle")} · ${name}` };
}

/** For addresses that match no route. No single root layout could contain it. */
export default async function GlobalNotFound() {
  const t = await getTranslations("ui");
  return (
    <Document>
      <MessagePage title={t("notFoundTitle")}>{t("notFound")}</MessagePage>
    </Document>
  );
}
