import { Title } from "@mantine/core";
import { IconAlertCircle, type IconLock } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { ReadOnly } from "./editor";
import classes from "./editor-sections.module.css";

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
              {isWrong ? <IconAlertCircle size={16} className={classes.wrong} /> : <Icon size={16} aria-hidden />}
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

/** The section in view: the last one whose start was scrolled into view, or the last one at the page's end. */
function useShownSection<Name extends string>(root: RefObject<HTMLElement | null>, names: readonly Name[]) {
  const [shown, setShown] = useState(names[0]);
  const all = names.join();

  useEffect(() => {
    const sections = [...(root.current?.querySelectorAll<HTMLElement>("[data-section]") ?? [])];
    const look = () => {
      const isEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const begun = sections.filter((section) => section.getBoundingClientRect().top < window.innerHeight * 0.4);
      const last = isEnd && window.scrollY > 0 ? sections.at(-1) : (begun.at(-1) ?? sections[0]);
      setShown(all.split(",").find((name) => name === last?.dataset.section) as Name);
    };
    // Old addresses have a `tab` parameter.
    const requested = new URLSearchParams(location.search).get("tab");
    sections.find((section) => section.dataset.section === requested)?.scrollIntoView();
    look();
    const stop = new AbortController();
    for (const event of ["scroll", "resize"])
      window.addEventListener(event, look, { passive: true, signal: stop.signal });
    return () => stop.abort();
  }, [root, all]);

  return shown;
}
