import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconCircleCheck, IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { ButtonLink } from "@/components/ui/link";
import classes from "./settings.module.css";

/** New recovery codes, which are shown this once. */
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
        <Button
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="signpost-recovery-codes.txt"
          variant="default"
          leftSection={<IconDownload size={18} />}
        >
          {t("download")}
        </Button>
        <ButtonLink href="/dashboard/settings" variant="default">
          {t("kept")}
        </ButtonLink>
      </Group>
    </Stack>
  );
}
