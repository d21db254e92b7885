import { ActionIcon, Stack, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconCalendarTime, IconGripVertical, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useId, useRef } from "react";
import sortable from "@/components/ui/sortable.module.css";
import type { Fields } from "@/components/ui/use-editor";
import { stateAt } from "@/lib/resources/bio-pages/schedule";
import type { BlockForm } from "./bio-form";
import { BlockFields } from "./block-fields";
import classes from "./block-list.module.css";
import { blockIcons, summaryOf } from "./block-types";
import { SchedulePart } from "./schedule-part";

interface BlockCardProps {
  block: BlockForm;
  index: number;
  last: boolean;
  fields: Fields<BlockForm>;
  opened: boolean;
  open: (isOpen: boolean) => void;
  move: (by: 1 | -1) => void;
  remove: () => void;
  /** Props from useSortable for the handle and for the card. */
  grip: ComponentProps<"span">;
  shift: ComponentProps<"li">;
}

/** One block: its name and position, and its fields when it is open. */
export function BlockCard({ block, index, last, fields, opened, open, move, remove, grip, shift }: BlockCardProps) {
  const t = useTranslations("bio.blocks");
  const card = useRef<HTMLLIElement>(null);
  const moved = useRef<"up" | "down" | null>(null);
  const id = useId();
  const { type, clicks } = block;
  const Icon = blockIcons[type];
  const state = stateAt(block, Date.now());
  const kind = t(`types.${type}`);
  const name = summaryOf(block) || kind;
  const refused = Object.keys(fields.errors).length > 0;
  const isOpen = opened || refused;

  // The error disappears on the first keystroke, but the fields must stay open.
  useEffect(() => {
    if (refused && !opened) open(true);
  });

  // Keep the focus on a moved block's button: browsers drop it when an element moves.
  useEffect(() => {
    if (!moved.current) return;
    const buttons = card.current?.querySelectorAll<HTMLButtonElement>("[data-move]:not(:disabled)") ?? [];
    const same = [...buttons].find(({ dataset }) => dataset.move === moved.current);
    (same ?? buttons[0])?.focus();
    moved.current = null;
  });

  const mover = (direction: "up" | "down", disabled: boolean) => {
    const Arrow = direction === "up" ? IconArrowUp : IconArrowDown;
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        data-move={direction}
        disabled={disabled}
        aria-label={t(direction, { name })}
        onClick={() => {
          moved.current = direction;
          move(direction === "up" ? -1 : 1);
        }}
      >
        <Arrow size={18} />
      </ActionIcon>
    );
  };

  return (
    <li
      ref={card}
      className={`${classes.block} ${sortable.item}`}
      aria-label={t("position", { kind, position: index + 1 })}
      {...shift}
    >
      <div className={classes.head}>
        <span className={sortable.grip} title={t("drag")} {...grip}>
          <IconGripVertical size={18} aria-hidden />
        </span>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => open(!isOpen)}
        >
          <Icon size={18} aria-hidden />
          <span className={classes.words} dir="auto">
            {name}
          </span>
          {state !== "seen" && (
            <span className={classes.state}>
              <IconCalendarTime size={14} aria-hidden />
              <span>{t(`states.${state}`)}</span>
            </span>
          )}
          {clicks > 0 && <span className={classes.clicks}>{t("clicks", { count: clicks })}</span>}
        </UnstyledButton>
        {mover("up", index === 0)}
        {mover("down", last)}
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("remove", { name })} onClick={remove}>
          <IconTrash size={18} />
        </ActionIcon>
      </div>
      <div id={id} hidden={!isOpen} className={classes.fields}>
        {isOpen && (
          <Stack gap="sm">
            <BlockFields fields={fields} fresh={summaryOf(block) === ""} />
            <SchedulePart fields={fields} />
          </Stack>
        )}
      </div>
    </li>
  );
}
