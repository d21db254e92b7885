import { getTranslations } from "next-intl/server";
import { SplashEditor } from "@/components/splash/splash-editor";
import { emptySplash } from "@/components/splash/splash-form";
import { Page, pageTitle } from "@/components/ui/page";
import { requirePermission } from "../../_lib/required";
import { createSplashAction } from "../actions";

export const generateMetadata = pageTitle("splash", "new");

export default async function NewSplashPage() {
  const t = await getTranslations("splash");
  await requirePermission("splash:write");
  return (
    <Page title={t("new")}>
      <SplashEditor isNew initial={emptySplash} save={createSplashAction} />
    </Page>
  );
}
