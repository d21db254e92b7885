import { Text } from "@mantine/core";
import { IconDeviceMobileMessage } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ActionResult } from "@/lib/contract/action-result";
import classes from "./settings.module.css";
import { UnlinkButton } from "./unlink-button";

export function LinkedSmsAccount({ sid, unlink }: { sid: string; unlink: () => Promise<ActionResult<null>> }) {
  const t = useTranslations("settings.sms");
  return (
    <ul className={classes.entries}>
      <li>
        <IconDeviceMobileMessage size={24} stroke={1.5} aria-hidden="true" />
        <div className={classes.entry}>
          <Text fw={500} style={{ overflowWrap: "anywhere" }}>
            {sid}
          </Text>
          <Text size="sm" c="dimmed">
            {t("linked")}
          </Text>
        </div>
        <UnlinkButton
          label={t("unlinkNamed")}
          unlink={{
            title: t("ask"),
            consequences: t("consequences"),
            confirm: t("unlink"),
            act: unlink,
            done: { title: t("unlinked"), message: sid },
          }}
        />
      </li>
    </ul>
  );
}
