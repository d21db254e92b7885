import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { LoadingCard, Page, pageTitle } from "@/components/ui/page";
import { requirePermission } from "../../_lib/required";
import { Composer } from "../composer";

export const generateMetadata = pageTitle("sms", "new");

export default async function NewMessagePage() {
  const t = await getTranslations("sms");
  const actor = await requirePermission("sms:write");
  return (
    <Page title={t("new")} size="form">
      <Suspense fallback={<LoadingCard height={320} label={t("asking")} />}>
        <Composer actor={actor} />
      </Suspense>
    </Page>
  );
}
