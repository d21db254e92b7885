import { getTranslations } from "next-intl/server";
import { SplashEditor } from "@/components/splash/splash-editor";
import { splashForm } from "@/components/splash/splash-form";
import { Page, pageTitle } from "@/components/ui/page";
import { getSplashPage, readContent } from "@/lib/resources/splash-pages/service";
import { edited } from "../../../_lib/act";
import { ownedRowLoader } from "../../../_lib/owned-row-loader";
import { updateSplashAction } from "../../actions";

const loadSplashPage = ownedRowLoader(getSplashPage);

export const generateMetadata = pageTitle("splash", "edit");

export default async function EditSplashPage({ params }: PageProps<"/dashboard/splash/[id]/edit">) {
  const t = await getTranslations("splash");
  const { row } = await loadSplashPage((await params).id);
  const { name, content } = row;
  return (
    <Page title={t("edit")} note={name}>
      <SplashEditor
        initial={splashForm(name, readContent(content))}
        save={updateSplashAction.bind(null, edited(row))}
      />
    </Page>
  );
}
