import { ActionIcon, Box, Button, Stack, Textarea, TextInput, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconCalendarTime, IconGripVertical, IconTrash } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useId, useRef, useState } from "react";
import { PictureField } from "@/components/ui/picture-field";
import { UrlInput } from "@/components/ui/plain-inputs";
import { retryImport } from "@/components/ui/retry-import";
import sortable from "@/components/ui/sortable.module.css";
import type { Fields } from "@/components/ui/use-editor";
import { stateAt } from "@/lib/resources/bio-pages/schedule";
import { type BlockForm, type BlockType, blockIcons, summaryOf } from "./bio-form";
import classes from "./block-list.module.css";

// Loaded on demand, because few blocks need it.
const SocialFields = dynamic(() => retryImport(() => import("./social-fields").then((module) => module.SocialFields)), {
  loading: () => null,
});

type TextField = Exclude<keyof BlockForm, "type" | "key" | "clicks" | "icons" | "from" | "until">;

const needed = { max: 100, required: true };
const url = { max: 8192, inputMode: "url", example: "https://example.com/" } as const;

interface Input {
  field: TextField;
  max: number;
  required?: boolean;
  inputMode?: "url" | "tel" | "email";
  example?: string;
  /** Whether a file can be uploaded. */
  picture?: boolean;
  long?: boolean;
}

const inputs: Record<Exclude<BlockType, "social">, Input[]> = {
  link: [
    { field: "title", ...needed },
    { field: "url", ...url, required: true },
  ],
  heading: [{ field: "text", ...needed }],
  text: [{ field: "text", max: 2000, required: true, long: true }],
  image: [
    { field: "url", ...url, required: true, picture: true, example: "https://example.com/picture.jpg" },
    { field: "alt", max: 100 },
    { field: "link", ...url },
  ],
  video: [{ field: "url", ...url, required: true, example: "https://www.youtube.com/watch?v=…" }],
  contact: [
    { field: "name", ...needed },
    { field: "organization", max: 100 },
    { field: "phone", max: 30, inputMode: "tel" },
    { field: "email", max: 254, inputMode: "email" },
    { field: "website", ...url },
  ],
};

/** The fields of a block. A new block's first field gets the focus. */
function BlockFields({ fields, fresh }: { fields: Fields<BlockForm>; fresh: boolean }) {
  const t = useTranslations("bio.blocks");
  const { form, text } = fields;
  if (form.type === "social") return <SocialFields fields={fields} />;
  const { type } = form;
  return inputs[type].map(({ field, max, inputMode, example, long, picture, required }, index) => {
    const label = t(`fields.${type}.${field}` as "fields.link.url");
    const named = { ...text(field), label, required, size: "sm", autoFocus: fresh && index === 0 };
    if (picture) return <PictureField key={field} {...named} placeholder={example} />;
    const bound = { ...named, maxLength: max };
    if (long) return <Textarea key={field} {...bound} minRows={3} />;
    if (inputMode === "url") return <UrlInput key={field} {...bound} placeholder={example} />;
    return <TextInput key={field} {...bound} inputMode={inputMode} />;
  });
}

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
        size="sm"
        variant="subtle"
        color="gray"
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
              <IconCalendarTime size={16} aria-hidden />
              <span>{t(`states.${state}`)}</span>
            </span>
          )}
          {clicks > 0 && <span className={classes.clicks}>{t("clicks", { count: clicks })}</span>}
        </UnstyledButton>
        {mover("up", index === 0)}
        {mover("down", last)}
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t("remove", { name })} onClick={remove}>
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

const BlockSchedule = dynamic(
  () => retryImport(() => import("./block-schedule").then((module) => module.BlockSchedule)),
  { loading: () => null },
);

/** The schedule of a block. Hidden until needed, because most blocks are always visible. */
function SchedulePart({ fields }: { fields: Fields<BlockForm> }) {
  const t = useTranslations("bio.blocks");
  const [requested, setRequested] = useState(false);
  const { form, errors } = fields;
  const open = requested || [form.from, form.until, errors.from, errors.until].some(Boolean);
  if (open) return <BlockSchedule fields={fields} />;
  return (
    <Box>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconCalendarTime size={16} />}
        onClick={() => setRequested(true)}
      >
        {t("schedule")}
      </Button>
    </Box>
  );
}
