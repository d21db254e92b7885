import { Box, Tabs } from "@mantine/core";
import { IconAlertCircle, type IconLock } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import classes from "./editor-tabs.module.css";
import { ReadOnly } from "./read-only";

interface EditorTabsProps<Name extends string> {
  tabs: { name: Name; label: string; icon: typeof IconLock; panel: React.ReactNode }[];
  shown: Name;
  show: (name: Name) => void;
  /** those on which something is refused */
  wrong: Name[];
}

/** An editor in parts, of which one is seen. */
export function EditorTabs<Name extends string>({ tabs, shown, show, wrong }: EditorTabsProps<Name>) {
  const t = useTranslations("ui");
  const list = useRef<HTMLDivElement>(null);
  // On a phone not all of them fit. With scrollIntoView, Tab would go on from there, past what stands before the tabs.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[data-tab=${shown}]`);
    if (tab) list.current?.scrollTo({ left: tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2 });
  }, [shown]);
  return (
    <Tabs value={shown} onChange={(name) => show(name as Name)}>
      <Tabs.List ref={list} className={classes.tabs}>
        {tabs.map(({ name, label, icon: Icon }) => {
          const isWrong = wrong.includes(name);
          return (
            <Tabs.Tab
              key={name}
              value={name}
              data-tab={name}
              leftSection={isWrong ? <IconAlertCircle size={17} className={classes.wrong} /> : <Icon size={17} />}
              aria-label={isWrong ? t("wrongTab", { tab: label }) : undefined}
            >
              {label}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      <Box p={{ base: "md", sm: "xl" }}>
        {tabs.map(({ name, panel }) => (
          <Tabs.Panel key={name} value={name}>
            <ReadOnly>{panel}</ReadOnly>
          </Tabs.Panel>
        ))}
      </Box>
    </Tabs>
  );
}
