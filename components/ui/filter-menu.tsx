"use client";

import { TextInput, UnstyledButton } from "@mantine/core";
import { IconCheck, IconChevronLeft, IconChevronRight, IconFilter } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import classes from "./filter-menu.module.css";
import { findChoices } from "./find-choices";
import { LatePopover } from "./late-popover";
import { chosenOf, isUsed, type ListFilter, valueAfter, valuesOf } from "./list-address";

/** Longer lists of options get a search field. */
const few = 8;

interface FilterMenuProps {
  filters: ListFilter[];
  choose: (name: string, value: string) => void;
}

/** One menu for all filters: first choose the filter, then its value. */
export function FilterMenu({ filters, choose }: FilterMenuProps) {
  const t = useTranslations("ui.filters");
  const [opened, setOpened] = useState(false);
  const [at, setAt] = useState<string>();
  const filter = filters.find(({ name }) => name === at);
  const show = (open: boolean) => {
    setOpened(open);
    if (open) setAt(undefined);
  };
  return (
    <div data-menu data-icons-only>
      <LatePopover
        Icon={IconFilter}
        label={t("title")}
        opened={opened}
        onChange={show}
        width={260}
        padding={4}
        onKeyDown={moveByArrows}
      >
        {filter ? (
          <Choices
            filter={filter}
            back={() => setAt(undefined)}
            choose={(value) => {
              show(false);
              choose(filter.name, valueAfter(filter, value));
            }}
          />
        ) : (
          <ul className={classes.list} ref={focusFirst}>
            {filters.map((one) => (
              <li key={one.name}>
                <UnstyledButton className={classes.item} onClick={() => setAt(one.name)}>
                  <span>{one.label}</span>
                  <span className={classes.present}>{isUsed(one) && chosenOf(one)}</span>
                  <IconChevronRight size={16} aria-hidden />
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
      </LatePopover>
    </div>
  );
}

interface ChoicesProps {
  filter: ListFilter;
  back: () => void;
  choose: (value: string) => void;
}

function Choices({ filter, back, choose }: ChoicesProps) {
  const t = useTranslations("ui.filters");
  const { label, options } = filter;
  const chosen = valuesOf(filter);
  const [text, setText] = useState("");
  const found = findChoices(options, text, (option) => option.label);
  const searched = options.length > few;
  return (
    <div ref={focusFirst}>
      <UnstyledButton className={classes.item} onClick={back} aria-label={`${label}: ${t("back")}`}>
        <IconChevronLeft size={16} aria-hidden />
        <b>{label}</b>
      </UnstyledButton>
      {searched && (
        <TextInput
          size="xs"
          m={4}
          data-first
          aria-label={t("search", { name: label })}
          placeholder={t("search", { name: label })}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key === "Enter" && text.trim() !== "" && first) choose(first.value);
          }}
        />
      )}
      <ul className={classes.list} aria-label={label}>
        {found.map((option) => (
          <li key={option.value}>
            <UnstyledButton
              className={classes.item}
              data-first={(!searched && option.value === chosen[0]) || undefined}
              aria-pressed={chosen.includes(option.value)}
              onClick={() => choose(option.value)}
            >
              <span>{option.label}</span>
              {chosen.includes(option.value) && <IconCheck size={16} aria-hidden />}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Moves the focus, because the focused element was removed. */
function focusFirst(within: HTMLElement | null): void {
  const first = within?.querySelector<HTMLElement>("input[data-first], button[data-first]");
  (first ?? within?.querySelector("button"))?.focus({ preventScroll: true });
}

/** The arrow keys move between entries, as in a menu. */
function moveByArrows(event: React.KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>("button, input")];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  entries.at((at + step) % entries.length)?.focus();
}
