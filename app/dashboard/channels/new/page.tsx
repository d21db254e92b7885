import { getTranslations } from "next-intl/server";
import { ChannelEditor } from "@/components/channels/channel-editor";
import { Page, pageTitle } from "@/components/ui/page";
import { defaultColor } from "@/lib/resources/channels/schema";
import { requirePermission } from "../../_lib/required";
import { createChannelAction } from "../actions";

export const generateMetadata = pageTitle("channels", "new");

export default async function NewChannelPage() {
  const t = await getTranslations("channels");
  await requirePermission("channels:write");
  return (
    <Page title={t("new")} size="form">
      <ChannelEditor
        initial={{ name: "", description: "", color: defaultColor, starred: false }}
        save={createChannelAction}
      />
    </Page>
  );
}
