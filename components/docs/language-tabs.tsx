"use client";

import { Tabs } from "@mantine/core";
import classes from "./reference.module.css";

interface Props {
  label: string;
  tabs: { language: string; panel: React.ReactNode }[];
}

export function LanguageTabs({ label, tabs }: Props) {
  return (
    <Tabs defaultValue={tabs[0]?.language} keepMounted>
      <Tabs.List aria-label={label} className={classes.languages}>
        {tabs.map(({ language }) => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ language, panel }) => (
        <Tabs.Panel key={language} value={language} pt="md">
          {panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
