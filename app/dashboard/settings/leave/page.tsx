import { Stack, Text } from "@mantine/core";
import { getFormatter, getTranslations } from "next-intl/server";
import { PlainForm } from "@/components/account/plain-form";
import { Card } from "@/components/ui/card";
import { DownloadLink } from "@/components/ui/download-link";
import { TextLink } from "@/components/ui/link";
import { Page, pageTitle } from "@/components/ui/page";
import { requireSession } from "@/lib/auth/session";
import { daysBeforeDeletion } from "@/lib/resources/users/account-deletion";
import { keepAccount, leaveAccount } from "../actions";

export const generateMetadata = pageTitle("account-deletion", "title");

/** Export of everything in the account, and its deletion. */
export default async function LeavePage() {
  const t = await getTranslations("account-deletion");
  const format = await getFormatter();
  const { self } = await requireSession();
  const { leavesAt } = self;
  return (
    <Page title={t("title")} size="form">
      <Stack gap="lg">
        <Card title={t("archive.title")} lead={t("archive.lead")}>
          <DownloadLink href="/dashboard/archive">{t("archive.download")}</DownloadLink>
        </Card>
        {leavesAt ? (
          <Card
            title={t("keep.title")}
            lead={t("keep.lead", { date: format.dateTime(leavesAt, { dateStyle: "long" }) })}
          >
            <PlainForm action={keepAccount} submit={t("keep.submit")} fullWidth={false} />
          </Card>
        ) : (
          <Card title={t("delete.title")} lead={t("delete.lead", { days: daysBeforeDeletion })}>
            <Stack gap="sm">
              <Text>{t("delete.what")}</Text>
              <Text>
                {t.rich("delete.others", {
                  a: (words) => (
                    <TextLink href="/dashboard/settings/handovers" inherit>
                      {words}
                    </TextLink>
                  ),
                })}
              </Text>
              <PlainForm
                action={leaveAccount}
                submit={t("delete.submit")}
                fullWidth={false}
                color="red.9"
                typed={{ name: "username", label: t("delete.typed", { name: self.username }) }}
              />
            </Stack>
          </Card>
        )}
      </Stack>
    </Page>
  );
}
