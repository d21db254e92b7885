"use client";

import { ActionIcon, Button, Checkbox, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconBookmark, IconTrash, IconX } from "@tabler/icons-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import type { Choice } from "@/components/ui/choice";
import { LatePopover } from "@/components/ui/late-popover";
import { TextLink } from "@/components/ui/link";
import { MayWrite } from "@/components/ui/may-write";
import { notifyFailed } from "@/components/ui/notify";
import { RowMenu } from "@/components/ui/row-menu";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import { listColumns, pageSizes } from "@/lib/resources/links/views/list-columns";
import type { ListSettings } from "@/lib/resources/links/views/views";
import classes from "./list-menus.module.css";

interface DisplayMenuProps {
  /** the list's addresses in each order */
  orders: Choice[];
  /** the address of the first page in the present order */
  present: string;
  settings: ListSettings;
  save: (settings: ListSettings) => Promise<ActionResult<null>>;
}

/** How the list looks: order, page size, and what it shows of each link. The settings are saved. */
export function DisplayMenu({ orders, present, settings, save }: DisplayMenuProps) {
  const t = useTranslations("links");
  const safely = useSafeAction();
  const router = useRouter();
  const [opened, setOpened] = useState(false);
  const [kept, setKept] = useState(settings);
  const [, startTransition] = useTransition();

  const show = (href: string) => router.replace(href, { scroll: false });
  const change = (changed: Partial<ListSettings>) => {
    const next = { ...kept, ...changed };
    setKept(next);
    startTransition(async () => {
      const result = await safely(save(next));
      if (!result.ok) {
        setKept(kept);
        return notifyFailed(result.error);
      }
      // With another page size, the present page would start elsewhere.
      if (changed.perPage) show(present);
      router.refresh();
    });
  };

  return (
    <div data-menu data-icons-only>
      <LatePopover
        Icon={IconAdjustmentsHorizontal}
        label={t("display.title")}
        opened={opened}
        onChange={setOpened}
        width={300}
      >
        <div className={classes.form}>
          <NativeSelect
            label={t("order.label")}
            data={orders}
            value={present}
            onChange={(event) => show(event.currentTarget.value)}
          />
          <NativeSelect
            label={t("display.perPage")}
            data={pageSizes.map(String)}
            value={String(kept.perPage)}
            onChange={(event) => {
              const perPage = pageSizes.find((size) => String(size) === event.currentTarget.value);
              if (perPage) change({ perPage });
            }}
          />
          <fieldset className={classes.columns}>
            <legend>{t("display.columns")}</legend>
            {listColumns.map((column) => (
              <Checkbox
                key={column}
                label={t(`display.column.${column}`)}
                checked={kept.columns.includes(column)}
                onChange={(event) =>
                  change({ columns: withOrWithout(kept.columns, column, event.currentTarget.checked) })
                }
              />
            ))}
          </fieldset>
          <Checkbox
            label={t("display.compact")}
            checked={kept.compact}
            onChange={(event) => change({ compact: event.currentTarget.checked })}
          />
        </div>
      </LatePopover>
    </div>
  );
}

const withOrWithout = <Item,>(list: Item[], item: Item, wanted: boolean) =>
  wanted ? [...list.filter((one) => one !== item), item] : list.filter((one) => one !== item);

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
                    size="sm"
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
            <form onSubmit={submit} className={classes.viewsMenuForm}>
              <TextInput
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
              <Button type="submit" loading={pending} disabled={name.trim() === ""}>
                {t("save")}
              </Button>
            </form>
          </MayWrite>
        )}
      </Stack>
    </LatePopover>
  );
}

/** What else the list of links leads to. */
export function MoreOfLinks() {
  const t = useTranslations("links.trash");
  return <RowMenu actions={[{ label: t("open"), Icon: IconTrash, href: "/dashboard/links/deleted" }]} />;
}
