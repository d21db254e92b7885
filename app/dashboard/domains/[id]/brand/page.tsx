import { getTranslations } from "next-intl/server";
import { BrandEditor } from "@/components/domains/brand-editor";
import { brandForm } from "@/components/domains/brand-form";
import { Page, pageTitle } from "@/components/ui/page";
import { readTheme } from "@/lib/resources/domains/presenter";
import { edited } from "../../../_lib/act";
import { loadDomain } from "../../../_lib/owned-row-loader";
import { updateDomainAction } from "../../actions";

export const generateMetadata = pageTitle("domains", "brand.heading");

export default async function BrandPage({ params }: PageProps<"/dashboard/domains/[id]/brand">) {
  const t = await getTranslations("domains.brand");
  const { row } = await loadDomain((await params).id);
  const { id, host, theme } = row;
  return (
    <Page title={t("heading")} note={host}>
      <BrandEditor
        {...{ id, host }}
        initial={brandForm(readTheme(theme))}
        save={updateDomainAction.bind(null, edited(row))}
      />
    </Page>
  );
}
