import { ActionIcon, Button, Group, Text } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowsSplit,
  IconArrowUp,
  IconCircleCheck,
  IconGripVertical,
  IconPlus,
  IconTrash,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useAccountZone } from "@/components/ui/account-zone";
import { FieldErrorText } from "@/components/ui/field-error-text";
import { UrlInput } from "@/components/ui/plain-inputs";
import sortable from "@/components/ui/sortable.module.css";
import type { FieldErrors } from "@/lib/contract/action-result";
import { weights } from "@/lib/contract/theme";
import { ConditionField, conditionKinds, isOffered, isSet, start, without } from "./condition-field";
import type { RuleChoices, RuleForm } from "./link-form";
import classes from "./rules.module.css";
import { SharesField } from "./shares-field";

interface RuleCardProps {
  rule: RuleForm;
  index: number;
  last: boolean;
  choices: RuleChoices;
  errors: FieldErrors;
  /** it was just moved here */
  moved: boolean;
  /** the simulator's result for this rule */
  reason: { matched: boolean; reason: string } | undefined;
  change: (rule: RuleForm) => void;
  remove: () => void;
  move: (by: 1 | -1) => void;
  /** props for dragging, for the grip and for the whole card */
  grip: ComponentProps<"span">;
  shift: ComponentProps<"li">;
}

/** One rule: its conditions and destinations. */
export function RuleCard({ rule, index, last, choices, errors, reason, change, remove, ...moving }: RuleCardProps) {
  const t = useTranslations("links.rules");
  const zone = useAccountZone();
  // A rule needs a condition, so the choices are shown at once for a new rule.
  const [adding, setAdding] = useState(Object.keys(rule.when).length === 0);
  const card = useRef<HTMLLIElement>(null);
  const [next, setNext] = useState<{ selector: string }>();
  const { moved, move, grip, shift } = moving;
  const path = `rules.${index}`;
  const position = index + 1;
  const missing = conditionKinds.filter((kind) => !isSet(kind, rule.when) && isOffered(kind, choices));

  // Keep the keyboard focus on the moved rule.
  useEffect(() => {
    if (moved) card.current?.querySelector<HTMLElement>("[data-move]:not(:disabled)")?.focus();
  }, [moved]);

  // The focused element is gone: focus the new condition, or the button that adds one.
  useEffect(() => {
    if (next) card.current?.querySelector<HTMLElement>(next.selector)?.focus();
  }, [next]);

  return (
    <li
      ref={card}
      className={`${classes.rule} ${sortable.item}`}
      data-decides={reason?.matched}
      aria-label={t("rule", { position })}
      {...shift}
    >
      <RuleHead {...{ position, last, remove, move, grip }} />
      {conditionKinds
        .filter((kind) => isSet(kind, rule.when))
        .map((kind) => (
          <ConditionField
            key={kind}
            {...{ kind, position, choices, errors }}
            path={`${path}.when`}
            when={rule.when}
            change={(when) => change({ ...rule, when: { ...rule.when, ...when } })}
            remove={() => {
              change({ ...rule, when: without(kind, rule.when) });
              setNext({ selector: "[data-add]" });
            }}
          />
        ))}
      <Group gap="sm">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} />}
          data-add
          disabled={missing.length === 0}
          aria-expanded={adding}
          aria-label={t("addConditionTo", { position })}
          onClick={() => setAdding(!adding)}
        >
          {t("addCondition")}
        </Button>
        {adding &&
          missing.map((kind) => (
            <Button
              key={kind}
              size="xs"
              variant="default"
              leftSection={<IconPlus size={16} />}
              className={classes.offered}
              onClick={() => {
                setAdding(false);
                change({ ...rule, when: { ...rule.when, ...start(kind, zone) } });
                setNext({ selector: `[data-condition=${kind}] :is(input:not([type=hidden]), button)` });
              }}
            >
              {t(`conditions.${kind}`)}
            </Button>
          ))}
        {adding && !choices.visited && (
          <Text size="xs" c="dimmed">
            {t("noCities")}
          </Text>
        )}
        <FieldErrorText>{errors[`${path}.when`]}</FieldErrorText>
      </Group>
      {rule.split ? (
        <SharesField
          path={`${path}.split`}
          {...{ errors, position }}
          shares={rule.split}
          change={(split) =>
            change(split.length > 0 ? { ...rule, split } : { when: rule.when, to: rule.split?.[0]?.to ?? "" })
          }
          finish={{
            path: `${path}.finish`,
            value: rule.finish ?? null,
            change: (finish) => change({ ...rule, finish }),
          }}
        />
      ) : (
        <UrlInput
          label={t("to")}
          aria-label={t("toOf", { position })}
          placeholder="https://example.com/there"
          value={rule.to ?? ""}
          error={errors[`${path}.to`]}
          onChange={(event) => change({ ...rule, to: event.currentTarget.value })}
          rightSection={
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              title={t("split")}
              aria-label={t("splitOf", { position })}
              onClick={() =>
                change({
                  when: rule.when,
                  split: [
                    { to: rule.to ?? "", weight: 1 },
                    { to: "", weight: 1 },
                  ],
                })
              }
            >
              <IconArrowsSplit size={16} />
            </ActionIcon>
          }
        />
      )}
      {reason && (
        <Group gap={6} wrap="nowrap" className={classes.reason} data-matched={reason.matched}>
          {reason.matched && <IconCircleCheck size={16} aria-hidden />}
          <Text>{reason.reason}</Text>
        </Group>
      )}
    </li>
  );
}

interface RuleHeadProps {
  position: number;
  last: boolean;
  remove: () => void;
  move: (by: 1 | -1) => void;
  /** props for dragging */
  grip: ComponentProps<"span">;
}

/** The name of a rule, with buttons to move and remove it. */
function RuleHead({ position, last, remove, move, grip }: RuleHeadProps) {
  const t = useTranslations("links.rules");
  return (
    <Group justify="space-between" wrap="nowrap">
      <Group gap={4} wrap="nowrap">
        <span className={sortable.grip} title={t("drag")} {...grip}>
          <IconGripVertical size={18} aria-hidden />
        </span>
        <Text fw={weights.bold}>{t("rule", { position })}</Text>
      </Group>
      <Group gap={2} wrap="nowrap">
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          data-move
          disabled={position === 1}
          aria-label={t("moveUp", { position })}
          onClick={() => move(-1)}
        >
          <IconArrowUp size={18} />
        </ActionIcon>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          data-move
          disabled={last}
          aria-label={t("moveDown", { position })}
          onClick={() => move(1)}
        >
          <IconArrowDown size={18} />
        </ActionIcon>
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t("remove", { position })} onClick={remove}>
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
    </Group>
  );
}
