import { Button, Group, Text, VisuallyHidden } from "@mantine/core";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { FieldErrorText } from "@/components/ui/field-error-text";
import { notifyUndoable } from "@/components/ui/notify";
import { partOf } from "@/components/ui/part-of";
import { retryImport } from "@/components/ui/retry-import";
import { useSortable } from "@/components/ui/use-sortable";
import { type BioFields, type BlockType, emptyBlock } from "./bio-form";
import classes from "./block-list.module.css";
import { blockIcons, summaryOf } from "./block-types";

// Loaded on demand, because a new page has no blocks.
const BlockCard = dynamic(() => retryImport(() => import("./block-card").then((module) => module.BlockCard)), {
  loading: () => null,
});

const types = Object.keys(blockIcons) as BlockType[];

/** A bio page's blocks, sortable by dragging or with buttons. */
export function BlockList({ fields }: { fields: BioFields }) {
  const t = useTranslations("bio.blocks");
  const { errors, set } = fields;
  const { blocks } = fields.form;
  const [opened, setOpened] = useState<string[]>([]);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const change = (next: typeof blocks) => set("blocks", next);
  // Undo adds the block to the blocks at that time.
  const present = useRef(blocks);
  useEffect(() => {
    present.current = blocks;
  });
  // Withdraw the undo offer when the editor is left.
  const undoable = useRef<(() => void)[]>([]);
  useEffect(() => () => undoable.current.forEach((withdraw) => void withdraw()), []);

  const move = (from: number, to: number) => {
    const [block] = blocks.slice(from, from + 1);
    if (!block) return;
    change(blocks.toSpliced(from, 1).toSpliced(to, 0, block));
    setSaid(t("moved", { position: to + 1, count: blocks.length }));
  };
  const { grip, shift } = useSortable(list, move);

  const add = (type: BlockType) => {
    const key = crypto.getRandomValues(new Uint32Array(2)).join("-");
    change([...blocks, emptyBlock(type, key)]);
    setOpened([...opened, key]);
  };

  const remove = (index: number) => {
    const [block] = blocks.slice(index, index + 1);
    if (!block) return;
    change(blocks.toSpliced(index, 1));
    const name = summaryOf(block) || t(`types.${block.type}`);
    const undo = () => change(present.current.toSpliced(index, 0, block));
    undoable.current.push(notifyUndoable(t("removed", { name }), undo));
  };

  return (
    <section aria-label={t("title")}>
      <Text fw={600} mb={4}>
        {t("title")}
      </Text>
      {blocks.length === 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {t("none")}
        </Text>
      )}
      <ol className={classes.list} ref={list}>
        {blocks.map((block, index) => (
          <BlockCard
            key={block.key}
            {...{ index, block }}
            fields={partOf(block, `blocks.${index}`, fields, (changed) => change(blocks.with(index, changed)))}
            last={index === blocks.length - 1}
            opened={opened.includes(block.key)}
            open={(isOpen) =>
              setOpened((present) => present.filter((key) => key !== block.key).concat(isOpen ? block.key : []))
            }
            move={(by) => move(index, index + by)}
            remove={() => remove(index)}
            grip={grip(index)}
            shift={shift(index)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <FieldErrorText>{errors.blocks}</FieldErrorText>
      <Group role="group" gap="xs" mt="sm" aria-label={t("add")}>
        {types.map((type) => {
          const Icon = blockIcons[type];
          return (
            <Button key={type} variant="default" size="xs" leftSection={<Icon size={16} />} onClick={() => add(type)}>
              {t(`types.${type}`)}
            </Button>
          );
        })}
      </Group>
    </section>
  );
}
