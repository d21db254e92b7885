import { Group, Stack, Text } from "@mantine/core";
import { getFormatter, getTranslations } from "next-intl/server";
import { PlainForm } from "@/components/account/plain-form";
import { OwnershipTransferContents } from "@/components/ownership-transfers/ownership-transfer-contents";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { Page, pageTitle } from "@/components/ui/page";
import { getTransferStatus } from "@/lib/resources/ownership-transfers/presenter";
import { getCurrentContents, getOwnershipTransfer } from "@/lib/resources/ownership-transfers/service";
import { ownedRowLoader } from "../../../_lib/owned-row-loader";
import { acceptAction, refuseAction, withdrawAction } from "../actions";

const loadOwnershipTransfer = ownedRowLoader(getOwnershipTransfer);

export const generateMetadata = pageTitle("ownership-transfers", "one");

/** A transfer: its contents, both accounts, and the possible answers. */
export default async function HandoverPage({ params }: PageProps<"/dashboard/settings/handovers/[id]">) {
  const t = await getTranslations("ownership-transfers");
  const format = await getFormatter();
  const { actor, row: handover } = await loadOwnershipTransfer((await params).id);
  const sent = handover.userId === actor.userId;
  const status = getTransferStatus(handover);
  const token = String(handover.id);
  const until = format.dateTime(handover.expiresAt, { dateStyle: "long" });
  const lead = sent ? t("to", { other: handover.email }) : t("from", { other: handover.user.username });
  return (
    <Page
      title={handover.everything ? t("everything") : t("links", { count: handover.linkIds.length })}
      lead={lead}
      size="form"
    >
      <Stack gap="lg">
        <Card title={t(`states.${status}`)} lead={status === "open" ? t("until", { date: until }) : undefined}>
          {status === "open" && (
            <Stack>
              <OwnershipTransferContents contents={await getCurrentContents(handover)} />
              <Group align="flex-start">
                {sent ? (
                  <PlainForm action={withdrawAction} submit={t("withdraw")} token={token} fullWidth={false} />
                ) : (
                  <>
                    <PlainForm action={acceptAction} submit={t("accept")} token={token} fullWidth={false} />
                    <PlainForm action={refuseAction} submit={t("refuse")} token={token} fullWidth={false} />
                  </>
                )}
              </Group>
            </Stack>
          )}
        </Card>
        <Text>
          <TextLink href="/dashboard/settings/handovers" inherit>
            {t("back")}
          </TextLink>
        </Text>
      </Stack>
    </Page>
  );
}
