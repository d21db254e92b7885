"use client";

import { Checkbox, NativeSelect } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import type { Choice } from "@/components/ui/choice";
import { LatePopover } from "@/components/ui/late-popover";
import { notifyFailed } from "@/components/ui/notify";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import { listColumns, pageSizes } from "@/lib/resources/links/views/list-columns";
import type { ListSettings } from "@/lib/resources/links/views/list-schema";
import classes from "./display-menu.module.css";

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
            size="sm"
            label={t("order.label")}
            data={orders}
            value={present}
            onChange={(event) => show(event.currentTarget.value)}
          />
          <NativeSelect
            size="sm"
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
                size="sm"
                label={t(`display.column.${column}`)}
                checked={kept.columns.includes(column)}
                onChange={(event) =>
                  change({ columns: withOrWithout(kept.columns, column, event.currentTarget.checked) })
                }
              />
            ))}
          </fieldset>
          <Checkbox
            size="sm"
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
