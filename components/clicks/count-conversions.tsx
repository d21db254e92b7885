import { Code, Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { Fold } from "@/components/ui/fold";
import classes from "./top-list.module.css";

/** Explains how the destination's site reports conversions. */
export function CountConversions({ shortUrl, counted }: { shortUrl: string; counted: boolean }) {
  const t = useTranslations("clicks.conversions");
  const snippet = `<img src="${shortUrl}+done" alt="" width="1" height="1">`;
  return (
    <Fold title={t("how.title")} open={!counted}>
      <Text size="sm" c="dimmed" my="xs">
        {t("how.text")}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code className={classes.snippet}>{snippet}</Code>
        <CopyButton value={snippet} label={t("how.copy")} small />
      </Group>
    </Fold>
  );
}
