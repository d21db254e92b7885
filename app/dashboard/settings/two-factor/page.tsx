import { Stack, Text } from "@mantine/core";
import { getTranslations } from "next-intl/server";
import { PlainForm } from "@/components/account/plain-form";
import { ProofForm, SetUpTwoFactor } from "@/components/settings/two-factor-forms";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { Page, pageTitle } from "@/components/ui/page";
import type { Actor } from "@/lib/auth/actor";
import { isFresh } from "@/lib/auth/identity-confirmation";
import { requireSession } from "@/lib/auth/session";
import { readTwoFactor } from "@/lib/auth/two-factor";
import { studio } from "@/lib/drawing/drawing-processes";
import { plainColors, plainStyle } from "@/lib/drawing/look";
import { begin, disable, enable, renewCodes } from "./actions";

export const generateMetadata = pageTitle("settings", "twoFactor.title");

/** Turns two-factor authentication on or off, and renews recovery codes. */
export default async function TwoFactorPage() {
  const t = await getTranslations("settings.twoFactor");
  const session = await requireSession();
  const { enabledAt, codesLeft, setUp: begun } = await readTwoFactor(session.self);
  // A stolen session must not reveal the key that is being set up.
  const setUp = isFresh(session) ? begun : null;
  return (
    <Page title={t("title")} lead={t("lead")} size="form">
      <Stack gap="lg">
        {!enabledAt && !setUp && (
          <Card title={t("begin.title")} lead={t("begin.lead")}>
            <PlainForm action={begin} submit={t("begin.submit")} fullWidth={false} />
          </Card>
        )}
        {setUp && (
          <Card title={t("setUp.title")}>
            <SetUpTwoFactor action={enable} secret={setUp.key} picture={await pictureOf(session.self, setUp.uri)} />
          </Card>
        )}
        {enabledAt && (
          <>
            <Card title={t("renew.title")} lead={t("renew.lead", { left: codesLeft })}>
              <ProofForm action={renewCodes} submit={t("renew.submit")} makesCodes />
            </Card>
            <Card title={t("disable.title")} lead={t("disable.lead")}>
              <ProofForm action={disable} submit={t("disable.submit")} />
            </Card>
          </>
        )}
        <Text>
          <TextLink href="/dashboard/settings/security" inherit>
            {t("back")}
          </TextLink>
        </Text>
      </Stack>
    </Page>
  );
}

/** A data URL, because an image with an address could be fetched again, and it contains a secret. */
async function pictureOf(actor: Actor, payload: string): Promise<string> {
  const picture = { ...plainColors, ...plainStyle, payload, logo: null };
  const { file } = await studio().have("draw", { picture, format: "svg", pixels: 1024 }, actor);
  return `data:image/svg+xml;base64,${Buffer.from(file).toString("base64")}`;
}
