import { Stack } from "@mantine/core";
import { getTranslations } from "next-intl/server";
import { KeyForm, KeyList } from "@/components/api-keys/api-keys";
import { ApiKeyPanel } from "@/components/settings/api-key-panel";
import { Card } from "@/components/ui/card";
import { Page, pageTitle } from "@/components/ui/page";
import { isLegacyKeyOn } from "@/lib/auth/api-key";
import { hasPermission, roleWith } from "@/lib/auth/permissions";
import { requireSession } from "@/lib/auth/session";
import { listKeys } from "@/lib/resources/api-keys/service";
import { requirePermission } from "../../_lib/required";
import { createKeyAction, deleteKeyAction, revealKey, rotateKey, switchKey } from "../actions";

export const generateMetadata = pageTitle("settings", "keys.title");

/** The user's own API key, and the account's further keys. */
export default async function KeysPage() {
  const settings = await getTranslations("settings");
  const t = await getTranslations("settings.keys");
  const actor = await requirePermission("keys:read");
  const { self } = await requireSession();
  const { rows } = await listKeys(actor, { page: 1, limit: 100 });
  const mayChange = hasPermission(actor, "keys:write");
  return (
    <Page title={t("title")} lead={t("lead", { account: actor.username })} size="form">
      <Stack gap="lg">
        {actor.userId === self.userId && (
          <Card title={settings("key.title")} lead={settings("key.lead")}>
            <ApiKeyPanel
              reveal={revealKey}
              rotate={rotateKey}
              isOn={await isLegacyKeyOn(self.userId)}
              switchKey={switchKey}
            />
          </Card>
        )}
        {mayChange && (
          <Card title={t("add")} lead={t("addLead")}>
            <KeyForm create={createKeyAction} mine={[...actor.permissions]} />
          </Card>
        )}
        <Card title={t("list")}>
          <KeyList
            keys={rows.map((key) => ({ ...key, role: roleWith(key.scopes) }))}
            now={new Date()}
            remove={mayChange ? deleteKeyAction : null}
          />
        </Card>
      </Stack>
    </Page>
  );
}
