import { Stack } from "@mantine/core";
import { getTranslations } from "next-intl/server";
import { LinkedSmsAccount } from "@/components/settings/linked-sms-account";
import { SmsAccountForm } from "@/components/settings/sms-account-form";
import { Card } from "@/components/ui/card";
import { Page } from "@/components/ui/page";
import { pageTitle } from "@/components/ui/page-title";
import { linkedSmsAccount } from "@/lib/resources/sms/account";
import { requirePermission } from "../../_lib/permission";
import { linkSms, unlinkSms } from "../actions";

export const generateMetadata = pageTitle("settings", "sms.title");

/** The SMS provider's account that sends the messages. */
export default async function SmsSettingsPage() {
  const t = await getTranslations("settings");
  await requirePermission("sms:write");
  const sid = await linkedSmsAccount(await requirePermission("keys:write"));
  return (
    <Page title={t("sections.sms")} size="form">
      <Card title={t("sms.title")} lead={t("sms.lead")}>
        <Stack>
          {sid && <LinkedSmsAccount sid={sid} unlink={unlinkSms} />}
          <SmsAccountForm action={linkSms} isLinked={sid !== null} />
        </Stack>
      </Card>
    </Page>
  );
}
