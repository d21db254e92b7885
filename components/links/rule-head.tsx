import { ActionIcon, Group, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import sortable from "@/components/ui/sortable.module.css";

interface RuleHeadProps {
  position: number;
  last: boolean;
  remove: () => void;
  move: (by: 1 | -1) => void;
  /** props for dragging */
  grip: ComponentProps<"span">;
}

/** The name of a rule, with buttons to move and remove it. */
export function RuleHead({ position, last, remove, move, grip }: RuleHeadProps) {
  const t = useTranslations("links.rules");
  return (
    <Group justify="space-between" wrap="nowrap">
      <Group gap={4} wrap="nowrap">
        <span className={sortable.grip} title={t("drag")} {...grip}>
          <IconGripVertical size={18} aria-hidden />
        </span>
        <Text fw={600}>{t("rule", { position })}</Text>
      </Group>
      <Group gap={2} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          data-move
          disabled={position === 1}
          aria-label={t("moveUp", { position })}
          onClick={() => move(-1)}
        >
          <IconArrowUp size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          data-move
          disabled={last}
          aria-label={t("moveDown", { position })}
          onClick={() => move(1)}
        >
          <IconArrowDown size={18} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("remove", { position })} onClick={remove}>
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
    </Group>
  );
}
