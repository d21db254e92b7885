import { Alert, Group, Stack, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { DownloadLink } from "@/components/ui/download-link";
import { ButtonLink } from "@/components/ui/link";
import classes from "./settings.module.css";

/** Shows new recovery codes. They cannot be shown again. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useTranslations("settings.twoFactor.codes");
  const text = codes.join("\n");
  return (
    <Stack>
      <Alert role="status" color="pine" variant="light" icon={<IconCircleCheck size={19} />}>
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
