import { Stack, Text } from "@mantine/core";
import { IconDeviceMobileMessage } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import classes from "@/components/settings/settings.module.css";
import { SmsAccountForm } from "@/components/settings/sms-account-form";
import { UnlinkButton } from "@/components/settings/unlink-button";
import { Card } from "@/components/ui/card";
import { Page, pageTitle } from "@/components/ui/page";
import type { ActionResult } from "@/lib/contract/action-result";
import { weights } from "@/lib/contract/theme";
import { linkedSmsAccount } from "@/lib/resources/sms/account";
import { requirePermission } from "../../_lib/required";
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

function LinkedSmsAccount({ sid, unlink }: { sid: string; unlink: () => Promise<ActionResult<null>> }) {
  const t = useTranslations("settings.sms");
  return (
    <ul className={classes.entries}>
      <li>
        <IconDeviceMobileMessage size={24} stroke={1.5} aria-hidden="true" />
        <div className={classes.entry}>
          <Text fw={weights.medium} style={{ overflowWrap: "anywhere" }}>
            {sid}
          </Text>
          <Text size="sm" c="dimmed">
            {t("linked")}
          </Text>
        </div>
        <UnlinkButton
          label={t("unlinkNamed")}
          unlink={{
            title: t("ask"),
            consequences: t("consequences"),
            confirm: t("unlink"),
            act: unlink,
            done: { title: t("unlinked"), message: sid },
          }}
        />
      </li>
    </ul>
  );
}
