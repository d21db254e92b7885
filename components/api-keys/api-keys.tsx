"use client";

import { Button, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { useRoles } from "@/components/members/use-roles";
import classes from "@/components/settings/settings.module.css";
import { b } from "@/components/ui/bold";
import { type DeleteAction, useConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormMessage } from "@/components/ui/form";
import { useUnsaved } from "@/components/ui/leave-guard";
import { notifyWarnings } from "@/components/ui/notify";
import { RelativeTime } from "@/components/ui/relative-time";
import { retryImport } from "@/components/ui/retry-import";
import { SecretLink } from "@/components/ui/secret-link";
import { useConfirmed } from "@/components/ui/use-confirmed";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { memberRoles } from "@/lib/auth/permissions";
import type { ActionResult } from "@/lib/contract/action-result";
import type { Permission } from "@/lib/contract/permissions";
import { weights } from "@/lib/contract/theme";
import type { ListedKey as Key } from "@/lib/resources/api-keys/service";
import { useScopeNames } from "./use-scope-names";

// Most keys have a role, and its code is large.
const ScopeChoice = dynamic(() => retryImport(() => import("./scope-choice").then((module) => module.ScopeChoice)));

interface KeyFormProps {
  create: (input: unknown) => Promise<ActionResult<string>>;
  /** The user's own permissions, which limit those of the key. */
  mine: Permission[];
}

/** Creates an API key with a name, permissions, an expiration date and allowed networks. Shows it once. */
export function KeyForm({ create, mine }: KeyFormProps) {
  const t = useTranslations("settings.keys");
  const roles = useRoles();
  const safely = useSafeAction();
  const confirmed = useConfirmed();
  const [pending, startTransition] = useTransition();
  const [answer, setAnswer] = useState<ActionResult<string> | null>(null);
  const [kind, setKind] = useState("all");
  const [scopes, setScopes] = useState<string[]>([]);
  const [typed, setTyped] = useState(false);
  useUnsaved(typed && !answer?.ok);

  const submit = (form: FormData) =>
    startTransition(async () => {
      const text = (name: string) => String(form.get(name) ?? "").trim();
      const input = {
        name: text("name"),
        expires: text("expires"),
        networks: text("networks")
          .split(/[\s,]+/)
          .filter(Boolean),
        ...(kind === "scopes" ? { scopes } : kind !== "all" && { role: kind }),
      };
      const answer = await safely(confirmed(() => create(input)));
      if (answer.ok) notifyWarnings(answer.warnings);
      setAnswer(answer);
    });

  if (answer?.ok)
    return (
      <Stack align="start">
        <SecretLink label={t("key")} url={answer.value} copy={t("copy")}>
          {t("made")}
        </SecretLink>
        <Button
          variant="default"
          onClick={() => {
            setAnswer(null);
            setTyped(false);
          }}
        >
          {t("another")}
        </Button>
      </Stack>
    );

  const errors = answer?.errors ?? {};
  const errorOf = (name: string) =>
    Object.entries(errors).find(([path]) => path === name || path.startsWith(`${name}.`))?.[1];
  // React resets a form after its action, so submit by hand to keep the input after an error.
  return (
    <form
      noValidate
      onInput={() => setTyped(true)}
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      <FormMessage state={answer} />
      <Stack align="start">
        <TextInput label={t("name")} name="name" w="100%" maw={420} maxLength={100} error={errorOf("name")} />
        <NativeSelect
          label={t("may")}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value)}
          w="100%"
          maw={420}
          data={[
            { value: "all", label: t("all") },
            ...roles.map(({ value, label, about }) => ({ value, label: `${label}: ${about}` })),
            { value: "scopes", label: t("choose") },
          ]}
          error={errorOf("role")}
        />
        {kind === "scopes" && <ScopeChoice mine={mine} value={scopes} onChange={setScopes} error={errorOf("scopes")} />}
        <TextInput
          label={t("expires")}
          description={t("expiresAbout")}
          name="expires"
          type="date"
          w="100%"
          maw={420}
          error={errorOf("expires")}
        />
        <Textarea
          label={t("networks")}
          description={t("networksAbout")}
          name="networks"
          autosize
          minRows={2}
          w="100%"
          maw={420}
          error={errorOf("networks")}
        />
        <Button type="submit" loading={pending}>
          {t("submit")}
        </Button>
      </Stack>
    </form>
  );
}

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
            <Text fw={weights.medium}>{key.name}</Text>
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
