import { getTranslations } from "next-intl/server";
import { ChannelEditor } from "@/components/channels/channel-editor";
import { Page, pageTitle } from "@/components/ui/page";
import { edited } from "../../../_lib/act";
import { loadChannel } from "../../../_lib/owned-row-loader";
import { updateChannelAction } from "../../actions";

export const generateMetadata = pageTitle("channels", "edit");

export default async function EditChannelPage({ params }: PageProps<"/dashboard/channels/[id]/edit">) {
  const t = await getTranslations("channels");
  const { row } = await loadChannel((await params).id);
  const { id, name, description, color, starred } = row;
  return (
    <Page title={t("edit")} note={name} size="form">
      <ChannelEditor
        id={id}
        initial={{ name, description, color, starred }}
        save={updateChannelAction.bind(null, edited(row))}
      />
    </Page>
  );
}
