"use client";

import { Badge, Button, Group, NativeSelect, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useActionState } from "react";
import classes from "@/components/settings/settings.module.css";
import { b } from "@/components/ui/bold";
import { useConfirmDialog } from "@/components/ui/confirm-dialog";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import type { FormAction } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { useConfirmed } from "@/components/ui/use-confirmed";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { Continuing } from "@/lib/resources/members/continuing";
import type { AccountMember } from "@/lib/resources/members/service";
import { useRoles } from "./use-roles";

interface MemberListProps {
  members: AccountMember[];
  /** The id of the user who views the list. */
  selfId: number;
  /** What members have created and what goes on without them. */
  continuing: Continuing[];
  /** The actions that change members. Null if the user may not. */
  change: { role: FormAction; remove: DeleteAction } | null;
}

/** The account's members and their roles. */
export function MemberList({ members, selfId, continuing, change }: MemberListProps) {
  const t = useTranslations("settings.members");
  const openConfirmDialog = useConfirmDialog();
  const roles = useRoles();
  const { dateTime, list } = useFormatter();
  const router = useRouter();
  const safely = useSafeAction();
  const confirmed = useConfirmed();
  const [state, setRole] = useActionState<Awaited<ReturnType<FormAction>>, FormData>(
    (state, form) => (change ? safely(confirmed(() => change.role(state, form))) : null),
    null,
  );
  const goesOn = (id: number) => {
    const names = continuing
      .filter(({ memberId }) => memberId === id)
      .map(({ name, isForwarding }) => t(`continuing.${isForwarding ? "forwarding" : "webhook"}`, { name }));
    return names.length > 0 ? t("continuing.text", { names: list(names) }) : "";
  };
  const askToRemove = ({ id, username }: AccountMember) =>
    openConfirmDialog({
      title: t("ask", { username }),
      consequences: (
        <>
          {t.rich("consequences", { b, username })} {goesOn(id)}
        </>
      ),
      confirm: t("remove"),
      act: async () => change?.remove(id) ?? { ok: true, value: null },
      done: { title: t("removed"), message: goesOn(id) || username },
      onDone: router.refresh,
    });

  return (
    <>
      <FormMessage state={state} />
      <ul className={classes.entries}>
        {members.map((member) => (
          <li key={member.id} className={classes.wrapping}>
            <div className={classes.entry}>
              <Group gap="xs">
                <Text fw={500}>{member.username}</Text>
                {member.id === selfId && (
                  <Badge variant="light" tt="none">
                    {t("you")}
                  </Badge>
                )}
              </Group>
              <Text size="sm" c="dimmed">
                {member.email} · {t("since", { date: dateTime(member.since, { dateStyle: "medium" }) })}
              </Text>
            </div>
            {member.role === "owner" || !change ? (
              <Text size="sm">{t(`roles.${member.role}.name`)}</Text>
            ) : (
              <Group gap="xs">
                <form action={setRole}>
                  <input type="hidden" name="id" value={member.id} />
                  <Group gap="xs">
                    <NativeSelect
                      name="role"
                      size="xs"
                      aria-label={t("roleOf", { username: member.username })}
                      key={member.role}
                      defaultValue={member.role}
                      data={roles.map(({ value, label }) => ({ value, label }))}
                    />
                    <Button
                      type="submit"
                      size="xs"
                      variant="default"
                      aria-label={t("saveOf", { username: member.username })}
                    >
                      {t("save")}
                    </Button>
                  </Group>
                </form>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t("removeOf", { username: member.username })}
                  onClick={() => askToRemove(member)}
                >
                  {t("remove")}
                </Button>
              </Group>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
