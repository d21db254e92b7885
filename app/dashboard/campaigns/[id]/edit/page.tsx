import { getTranslations } from "next-intl/server";
import { CampaignEditor } from "@/components/campaigns/campaign-editor";
import { Page, pageTitle } from "@/components/ui/page";
import { baseUrl } from "@/lib/platform/env";
import { edited } from "../../../_lib/act";
import { loadCampaign } from "../../../_lib/owned-row-loader";
import { updateCampaignAction } from "../../actions";

export const generateMetadata = pageTitle("campaigns", "edit");

export default async function EditCampaignPage({ params }: PageProps<"/dashboard/campaigns/[id]/edit">) {
  const t = await getTranslations("campaigns");
  const { row: campaign } = await loadCampaign((await params).id);
  const { id, name, slug } = campaign;
  return (
    <Page title={t("edit")} note={name} size="form">
      <CampaignEditor
        id={id}
        initial={{ name, slug: slug ?? "", public: campaign.public }}
        rotators={`${baseUrl()}/r/`}
        save={updateCampaignAction.bind(null, edited(campaign))}
      />
    </Page>
  );
}
