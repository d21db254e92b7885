import { Text } from "@mantine/core";
import { IconWorld } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./destination-preview.module.css";

/** A reported destination as plain text, so that no one opens a harmful page by mistake. */
export function DestinationPreview({ url, title }: { url: string; title: string }) {
  const t = useTranslations("reports");
  return (
    <figure className={classes.preview} aria-label={t("destination")}>
      <IconWorld size={22} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        <Text fw={600} className={classes.host}>
          {new URL(url).host}
        </Text>
        {title && (
          <Text size="sm" dir="auto">
            {title}
          </Text>
        )}
        <Text size="xs" c="dimmed" ff="monospace">
          {url}
        </Text>
      </div>
    </figure>
  );
}
