"use client";

import { Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { Form, type FormAction, field } from "@/components/ui/form";
import { RecoveryCodes } from "./recovery-codes";
import classes from "./settings.module.css";

interface SetUpTwoFactorProps {
  action: FormAction;
  /** In base32. */
  secret: string;
  /** The QR code as a data URL. */
  picture: string;
}

/** Shows the authenticator app's key to scan or type. The first correct code turns two-factor authentication on. */
export function SetUpTwoFactor({ action, secret, picture }: SetUpTwoFactorProps) {
  const t = useTranslations("settings.twoFactor");
  return (
    <Form action={action} submit={t("setUp.submit")} done={(codes) => <RecoveryCodes codes={codes.split("\n")} />}>
      {(state) => (
        <>
          <Text>{t("setUp.scan")}</Text>
          <Group gap="xl" align="center">
            {/* biome-ignore lint/performance/noImgElement: an inline vector has nothing to optimize */}
            <img className={classes.qr} src={picture} alt={t("setUp.picture")} width={200} height={200} />
            <Stack gap={4}>
              <Text size="sm" c="dimmed">
                {t("setUp.type")}
              </Text>
              <Group gap={4} wrap="nowrap">
                <Code className={classes.secret}>{secret.match(/.{4}/g)?.join(" ")}</Code>
                <CopyButton value={secret} label={t("setUp.copy")} />
              </Group>
            </Stack>
          </Group>
          <TextInput
            label={t("code")}
            description={t("setUp.about")}
            inputMode="numeric"
            autoComplete="one-time-code"
            className={classes.field}
            {...field(state, "code")}
          />
        </>
      )}
    </Form>
  );
}
