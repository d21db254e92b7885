import { getTranslations } from "next-intl/server";
import { CampaignEditor } from "@/components/campaigns/campaign-editor";
import { Page, pageTitle } from "@/components/ui/page";
import { baseUrl } from "@/lib/platform/env";
import { requirePermission } from "../../_lib/required";
import { createCampaignAction } from "../actions";

export const generateMetadata = pageTitle("campaigns", "new");

export default async function NewCampaignPage() {
  const t = await getTranslations("campaigns");
  await requirePermission("campaigns:write");
  return (
    <Page title={t("new")} size="form">
      <CampaignEditor
        initial={{ name: "", slug: "", public: false }}
        rotators={`${baseUrl()}/r/`}
        save={createCampaignAction}
      />
    </Page>
  );
}
