import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { KeyForm } from "@/components/api-keys/key-form";
import { KeyList } from "@/components/api-keys/key-list";
import { Card } from "@/components/ui/card";
import { Page } from "@/components/ui/page";
import { can } from "@/lib/auth/permissions";
import { listKeys } from "@/lib/resources/api-keys/service";
import { requirePermission } from "../../_lib/permission";
import { createKeyAction, deleteKeyAction } from "./actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("keys.title") };
}

/** The account's API keys, except the first one, which is on the settings page. */
export default async function KeysPage() {
  const t = await getTranslations("settings.keys");
  const actor = await requirePermission("keys:read");
  const { rows } = await listKeys(actor, { page: 1, limit: 100 });
  const mayChange = can(actor, "keys:write");
  return (
    <Page title={t("title")} lead={t("lead", { account: actor.username })} size="form">
      <Stack gap="lg">
        {mayChange && (
          <Card title={t("add")} lead={t("addLead")}>
            <KeyForm create={createKeyAction} mine={[...actor.permissions]} />
          </Card>
        )}
        <Card title={t("list")}>
          <KeyList keys={rows} now={new Date()} remove={mayChange ? deleteKeyAction : null} />
        </Card>
      </Stack>
    </Page>
  );
}
