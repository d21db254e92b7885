"use client";

import { ActionIcon, Alert, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import type { ShareInput, ShareItem } from "@/lib/resources/shares/schema";

/** The server actions that share a link's or campaign's statistics. */
export interface ShareActions {
  share: (input: ShareInput) => Promise<ActionResult<ShareItem>>;
  stop: () => Promise<ActionResult<null>>;
}

interface ShareDialogProps {
  share: ShareItem;
  setShare: (share: ShareItem) => void;
  actions: ShareActions;
  close: () => void;
}

const nothing: ShareItem = { shared: false, url: null, protected: false, date: null };

/** Creates, protects and removes the shared page of some statistics. */
export function ShareDialog({ share, setShare, actions, close }: ShareDialogProps) {
  const t = useTranslations("sharing");
  const safely = useSafeAction();
  const [password, setPassword] = useState("");
  const [failure, setFailure] = useState<string>();
  const [message, setMessage] = useState("");
  const [pending, startTransition] = useTransition();

  const change = (input: ShareInput, done: string) =>
    startTransition(async () => {
      const result = await safely(actions.share(input));
      setFailure(result.ok ? undefined : result.error || Object.values(result.errors)[0]);
      setMessage(result.ok ? done : "");
      if (!result.ok) return;
      setPassword("");
      setShare(result.value);
    });
  const stop = () =>
    startTransition(async () => {
      const result = await safely(actions.stop());
      setFailure(result.ok ? undefined : result.error);
      setMessage(result.ok ? t("stopped") : "");
      if (result.ok) setShare(nothing);
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change({ password: password || undefined }, t(share.shared ? "passwordSaved" : "started"));
  };

  return (
    <Modal opened onClose={close} title={t("title")}>
      <Stack>
        <Text>{t("lead")}</Text>
        {share.url && (
          <Group gap={4} wrap="nowrap" align="flex-end">
            <TextInput
              flex={1}
              readOnly
              label={t("address")}
              value={share.url}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton value={share.url} label={t("copy")} />
            <ActionIcon
              component="a"
              href={share.url}
              target="_blank"
              rel="noopener"
              variant="subtle"
              color="gray"
              aria-label={t("open")}
            >
              <IconExternalLink size={18} />
            </ActionIcon>
          </Group>
        )}
        <form onSubmit={submit}>
          <Stack>
            <PasswordInput
              label={t("password")}
              description={t(share.protected ? "passwordPresent" : "passwordNew")}
              value={password}
              maxLength={128}
              autoComplete="new-password"
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Group justify="space-between">
              {share.shared ? (
                <Button type="submit" variant="default" loading={pending} disabled={password === ""}>
                  {t("savePassword")}
                </Button>
              ) : (
                <Button type="submit" loading={pending}>
                  {t("start")}
                </Button>
              )}
              {share.protected && (
                <Button
                  variant="subtle"
                  color="gray"
                  disabled={pending}
                  onClick={() => change({ password: null }, t("passwordRemoved"))}
                >
                  {t("removePassword")}
                </Button>
              )}
            </Group>
          </Stack>
        </form>
        {failure && <Alert color="red">{failure}</Alert>}
        <Text role="status">{message}</Text>
        {share.shared && (
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" c="dimmed">
              {t("stopLead")}
            </Text>
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              miw="max-content"
              disabled={pending}
              onClick={stop}
            >
              {t("stop")}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
