"use client";

import { ActionIcon, Button, Stack, Text, TextInput } from "@mantine/core";
import { IconBookmark, IconX } from "@tabler/icons-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import { LatePopover } from "@/components/ui/late-popover";
import { TextLink } from "@/components/ui/link";
import { MayWrite } from "@/components/ui/may-write";
import { notifyFailed } from "@/components/ui/notify";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import classes from "./views-menu.module.css";

interface ViewsMenuProps {
  views: { id: number; name: string; query: string }[];
  /** whether the view differs from the default one, so that saving it makes sense */
  narrowed: boolean;
  save: (view: { name: string; query: string }) => Promise<ActionResult<null>>;
  remove: (id: number) => Promise<ActionResult<null>>;
}

/** The user's saved views of the list. */
export function ViewsMenu({ views, narrowed, save, remove }: ViewsMenuProps) {
  const t = useTranslations("links.views");
  const safely = useSafeAction();
  const router = useRouter();
  const query = useSearchParams().toString();
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [pending, startTransition] = useTransition();

  const run = (action: () => Promise<ActionResult<null>>, refused: (sentence: string) => void, whenDone = () => {}) =>
    startTransition(async () => {
      const result = await safely(action());
      if (!result.ok) return refused(result.errors.name ?? result.error);
      whenDone();
      router.refresh();
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(
      () => save({ name, query }),
      setError,
      () => setName(""),
    );
  };

  return (
    <LatePopover Icon={IconBookmark} label={t("title")} opened={opened} onChange={setOpened} width={300}>
      <Stack gap="sm">
        {views.length > 0 ? (
          <ul className={classes.views}>
            {views.map((view) => (
              <li key={view.id}>
                <TextLink
                  href={`/dashboard/links?${view.query}`}
                  underline="hover"
                  truncate
                  onClick={() => setOpened(false)}
                >
                  {view.name}
                </TextLink>
                <MayWrite>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t("remove", { name: view.name })}
                    disabled={pending}
                    onClick={() => run(() => remove(view.id), notifyFailed)}
                  >
                    <IconX size={16} />
                  </ActionIcon>
                </MayWrite>
              </li>
            ))}
          </ul>
        ) : (
          <Text size="sm" c="dimmed">
            {t("empty")}
          </Text>
        )}
        {narrowed && (
          <MayWrite>
            <form onSubmit={submit} className={classes.form}>
              <TextInput
                size="sm"
                flex={1}
                aria-label={t("name")}
                placeholder={t("name")}
                maxLength={100}
                value={name}
                error={error}
                onChange={(event) => {
                  setName(event.currentTarget.value);
                  setError(undefined);
                }}
              />
              <Button type="submit" size="sm" loading={pending} disabled={name.trim() === ""}>
                {t("save")}
              </Button>
            </form>
          </MayWrite>
        )}
      </Stack>
    </LatePopover>
  );
}
