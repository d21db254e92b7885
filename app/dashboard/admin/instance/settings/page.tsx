import { getTranslations } from "next-intl/server";
import { InstanceSettingsEditor } from "@/components/admin/instance-settings-editor";
import { instanceForm } from "@/components/admin/instance-settings-form";
import { Messages } from "@/components/ui/messages";
import { Page, pageTitle } from "@/components/ui/page";
import { getInstanceSettings } from "@/lib/instance/settings";
import { DEFAULT_NAME } from "@/lib/platform/cache/instance-settings";
import { env } from "@/lib/platform/env";
import { edited } from "../../../_lib/act";
import { administrator } from "../../../_lib/required";
import { updateInstanceSettingsAction } from "./actions";

export const generateMetadata = pageTitle("instance", "settings.title");

export default async function InstanceSettingsPage() {
  const actor = await administrator();
  const t = await getTranslations("instance.settings");
  const settings = await getInstanceSettings(actor);
  return (
    <Messages of={["fields", "instance"]}>
      <Page title={t("title")} lead={t("lead")} size="form">
        <InstanceSettingsEditor
          initial={instanceForm(settings)}
          defaultName={DEFAULT_NAME}
          canRegister={env.REGISTRATION === "open"}
          save={updateInstanceSettingsAction.bind(null, edited(settings))}
        />
      </Page>
    </Messages>
  );
}
