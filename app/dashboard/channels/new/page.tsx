import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ChannelEditor } from "@/components/channels/channel-editor";
import { Page } from "@/components/ui/page";
import { defaultColor } from "@/lib/resources/channels/schema";
import { requirePermission } from "../../_lib/permission";
import { createChannelAction } from "../actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("channels"))("new") };
}

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
