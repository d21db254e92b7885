import { Title } from "@mantine/core";
import { IconAlertCircle, type IconLock } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, useEffect, useRef } from "react";
import classes from "./editor-sections.module.css";
import { ReadOnly } from "./read-only";
import { useShownSection } from "./use-shown-section";

interface EditorSectionsProps<Name extends string> {
  sections: { name: Name; label: string; icon: typeof IconLock; panel: React.ReactNode }[];
  /** Sections with a refused field. */
  wrong: Name[];
}

const idOf = (name: string) => `section-${name}`;

/** An editor's sections below each other, with links to each. All of it is visible without JavaScript. */
export function EditorSections<Name extends string>({ sections, wrong }: EditorSectionsProps<Name>) {
  const t = useTranslations("ui");
  const root = useRef<HTMLDivElement>(null);
  const nav = useRef<HTMLElement>(null);
  const shown = useShownSection(
    root,
    sections.map(({ name }) => name),
  );

  // On a phone not all links fit. scrollIntoView would move the starting point of Tab, so scroll by hand.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (link && shown)
      nav.current?.scrollTo({ left: link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2 });
  }, [shown]);

  // Jumping to a section should not add an entry to the history.
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    const { hash } = event.currentTarget;
    event.preventDefault();
    window.history.replaceState(null, "", hash);
    const section = document.getElementById(hash.slice(1));
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
  };

  return (
    <div ref={root}>
      <nav ref={nav} className={classes.nav} aria-label={t("sections")}>
        {sections.map(({ name, label, icon: Icon }) => {
          const isWrong = wrong.includes(name);
          return (
            <a
              key={name}
              href={`#${idOf(name)}`}
              onClick={go}
              aria-current={shown === name ? "location" : undefined}
              aria-label={isWrong ? t("wrongSection", { section: label }) : undefined}
            >
              {isWrong ? <IconAlertCircle size={17} className={classes.wrong} /> : <Icon size={17} aria-hidden />}
              {label}
            </a>
          );
        })}
      </nav>
      {sections.map(({ name, label, panel }) => (
        <section
          key={name}
          id={idOf(name)}
          data-section={name}
          tabIndex={-1}
          aria-labelledby={`${idOf(name)}-title`}
          className={classes.section}
        >
          <Title order={2} size="h3" id={`${idOf(name)}-title`}>
            {label}
          </Title>
          <ReadOnly>{panel}</ReadOnly>
        </section>
      ))}
    </div>
  );
}
