"use client";

import { Alert, Code, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { DownloadLink } from "@/components/ui/download-link";
import { Form, type FormAction, field } from "@/components/ui/form";
import { ButtonLink } from "@/components/ui/link";
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

interface ProofFormProps {
  action: FormAction;
  submit: string;
  /** Whether the action returns recovery codes. */
  makesCodes?: boolean;
}

/** Asks for the password and a code before two-factor authentication changes. */
export function ProofForm({ action, submit, makesCodes = false }: ProofFormProps) {
  const t = useTranslations("settings");
  const done = makesCodes ? (codes: string) => <RecoveryCodes codes={codes.split("\n")} /> : undefined;
  return (
    <Form action={action} submit={submit} done={done}>
      {(state) => (
        <>
          <PasswordInput
            label={t("password.current")}
            autoComplete="current-password"
            className={classes.field}
            {...field(state, "currentPassword")}
          />
          <TextInput
            label={t("twoFactor.code")}
            description={t("twoFactor.codeAbout")}
            autoComplete="one-time-code"
            className={classes.field}
            {...field(state, "code")}
          />
        </>
      )}
    </Form>
  );
}

/** Shows new recovery codes. They cannot be shown again. */
function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useTranslations("settings.twoFactor.codes");
  const text = codes.join("\n");
  return (
    <Stack>
      <Alert role="status" color="pine" variant="light" icon={<IconCircleCheck size={18} />}>
        {t("done")}
      </Alert>
      <Text>{t("keep")}</Text>
      <ol className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group>
        <CopyButton value={text} label={t("copy")}>
          {t("copy")}
        </CopyButton>
        <DownloadLink
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="signpost-recovery-codes.txt"
        >
          {t("download")}
        </DownloadLink>
        <ButtonLink href="/dashboard/settings/security" variant="default">
          {t("kept")}
        </ButtonLink>
      </Group>
    </Stack>
  );
}
