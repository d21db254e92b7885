"use client";

import { Button, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import classes from "@/components/settings/settings.module.css";
import { b } from "@/components/ui/bold";
import { useConfirmDialog } from "@/components/ui/confirm-dialog";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { RelativeTime } from "@/components/ui/relative-time";
import type { memberRoles } from "@/lib/auth/permissions";
import type { Permission } from "@/lib/contract/permissions";
import type { ListedKey as Key } from "@/lib/resources/api-keys/service";
import { useScopeNames } from "./use-scope-names";

interface ListedKey extends Key {
  /** the role whose permissions these are, if there is one */
  role: (typeof memberRoles)[number] | null;
}

interface KeyListProps {
  keys: ListedKey[];
  now: Date;
  /** Null if the user may not delete keys. */
  remove: DeleteAction | null;
}

/** The account's API keys: name, creator, permissions and last use. */
export function KeyList({ keys, now, remove }: KeyListProps) {
  const t = useTranslations("settings.keys");
  const openConfirmDialog = useConfirmDialog();
  const role = useTranslations("settings.members.roles");
  const nameOf = useScopeNames();
  const { dateTime } = useFormatter();
  const router = useRouter();
  const may = (key: ListedKey) => {
    if (key.scopes.length === 0) return t("all");
    if (key.role) return role(`${key.role}.name`);
    return (key.scopes as Permission[]).map(nameOf).join(", ");
  };
  if (keys.length === 0) return <Text c="dimmed">{t("none")}</Text>;
  const ask = ({ id, name }: ListedKey, action: DeleteAction) =>
    openConfirmDialog({
      title: t("ask", { name }),
      consequences: t.rich("consequences", { b, name }),
      act: () => action(id),
      done: { title: t("deleted"), message: name },
      onDone: router.refresh,
    });
  return (
    <ul className={classes.entries}>
      {keys.map((key) => (
        <li key={key.id} className={classes.wrapping}>
          <div className={classes.entry}>
            <Text fw={500}>{key.name}</Text>
            <Text size="sm" c="dimmed">
              {t("of", { member: key.member.username })} · {may(key)}
            </Text>
            <Text size="sm" c="dimmed">
              {key.lastUsedAt
                ? t.rich("used", {
                    when: () => <RelativeTime date={key.lastUsedAt ?? now} now={now} />,
                    address: key.lastUsedFrom ?? "",
                  })
                : t("unused")}
              {key.expiresAt &&
                ` · ${t(key.expiresAt > now ? "until" : "over", { date: dateTime(key.expiresAt, { dateStyle: "medium" }) })}`}
              {key.networks.length > 0 && ` · ${t("from", { networks: key.networks.join(", ") })}`}
            </Text>
          </div>
          {remove && (
            <Button
              size="xs"
              variant="default"
              aria-label={t("removeOf", { name: key.name })}
              onClick={() => ask(key, remove)}
            >
              {t("remove")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
