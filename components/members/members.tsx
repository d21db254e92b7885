"use client";

import { Badge, Button, Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useActionState } from "react";
import classes from "@/components/settings/settings.module.css";
import { b } from "@/components/ui/bold";
import { type DeleteAction, useConfirmDialog } from "@/components/ui/confirm-dialog";
import { Form, type FormAction, FormMessage, field } from "@/components/ui/form";
import { SecretLink } from "@/components/ui/secret-link";
import { useConfirmed } from "@/components/ui/use-confirmed";
import { useSafeAction } from "@/components/ui/use-safe-action";
import { weights } from "@/lib/contract/theme";
import type { AccountMember, Continuing, OpenInvitation } from "@/lib/resources/members/service";
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
                <Text fw={weights.medium}>{member.username}</Text>
                {member.id === selfId && <Badge variant="light">{t("you")}</Badge>}
              </Group>
              <Text size="sm" c="dimmed">
                {member.email} · {t("since", { date: dateTime(member.since, { dateStyle: "medium" }) })}
              </Text>
            </div>
            {member.role === "owner" || !change ? (
              <Text>{t(`roles.${member.role}.name`)}</Text>
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

interface MemberInvitationsProps {
  invitations: OpenInvitation[];
  /** Null if the user may not withdraw invitations. */
  withdraw: FormAction | null;
}

/** Invitations to the account that have not been accepted yet. */
export function MemberInvitations({ invitations, withdraw }: MemberInvitationsProps) {
  const t = useTranslations("settings.members");
  const { dateTime } = useFormatter();
  const safely = useSafeAction();
  const [state, act] = useActionState<Awaited<ReturnType<FormAction>>, FormData>(
    (state, form) => (withdraw ? safely(withdraw(state, form)) : null),
    null,
  );
  return (
    <>
      {state?.ok === false && <FormMessage state={state} />}
      <ul className={classes.entries}>
        {invitations.map(({ id, email, role, expiresAt }) => (
          <li key={id}>
            <div className={classes.entry}>
              <Text fw={weights.medium}>{email}</Text>
              <Text size="sm" c="dimmed">
                {t(`roles.${role}.name`)} · {t("until", { date: dateTime(expiresAt, { dateStyle: "medium" }) })}
              </Text>
            </div>
            {withdraw && (
              <form action={act}>
                <input type="hidden" name="id" value={id} />
                <Button type="submit" size="xs" variant="default" aria-label={t("withdrawOf", { email })}>
                  {t("withdraw")}
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Invites a member by e-mail, and shows the link once. */
export function InviteMemberForm({ action }: { action: FormAction }) {
  const t = useTranslations("settings.members");
  const roles = useRoles();
  const done = (value: string) => {
    const [url = "", mailed] = value.split("\n");
    return (
      <SecretLink label={t("link")} url={url} copy={t("copy")}>
        {t(mailed === "mailed" ? "mailed" : "notMailed")} {t("made")}
      </SecretLink>
    );
  };
  return (
    <Form action={action} submit={t("submit")} done={done}>
      {(state) => (
        <>
          <TextInput label={t("email")} type="email" autoComplete="off" w="100%" maw={420} {...field(state, "email")} />
          <NativeSelect
            label={t("role")}
            description={roles.map(({ label, about }) => `${label}: ${about}`).join("; ")}
            data={roles.map(({ value, label }) => ({ value, label }))}
            w="100%"
            maw={420}
            {...field(state, "role")}
          />
        </>
      )}
    </Form>
  );
}
