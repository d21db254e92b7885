import { Alert, Button, Group, Text } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { Draft, useDraft } from "./drafts";
import classes from "./editor.module.css";
import { RelativeTime } from "./relative-time";

/** Offers to restore an unsaved draft. */
export function DraftNote({ offered, restore, drop }: ReturnType<typeof useDraft> & { offered: Draft }) {
  const t = useTranslations("ui.draft");
  const when = () => <RelativeTime date={new Date(offered.at)} now={new Date()} />;
  return (
    <Alert variant="light" icon={<IconFileText size={18} />} className={classes.draft} role="status">
      <Group justify="space-between" gap="sm">
        <Text>{t.rich("offer", { when })}</Text>
        <Group gap="xs">
          <Button size="xs" onClick={restore}>
            {t("restore")}
          </Button>
          <Button size="xs" variant="default" onClick={drop}>
            {t("discard")}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
