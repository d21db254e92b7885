"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { isWithin } from "@/components/shell/navigation";
import type { SettingsGroup } from "@/components/shell/settings-sections";
import classes from "./settings-nav.module.css";

/** The sections of the settings: a list at the side, or a row above the page on a phone. */
export function SettingsNav({ groups }: { groups: SettingsGroup[] }) {
  const t = useTranslations("settings");
  const path = usePathname();
  const nav = useRef<HTMLElement>(null);
  // On a phone not all links fit. scrollIntoView would also scroll the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another link
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (link) nav.current?.scrollTo({ left: link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2 });
  }, [path]);
  return (
    <nav ref={nav} className={classes.nav} aria-label={t("title")}>
      {groups.map(({ name, sections }) => (
        <div key={name} className={classes.group}>
          <span id={`settings-${name}`}>{t(`groups.${name}`)}</span>
          <ul aria-labelledby={`settings-${name}`}>
            {sections.map((section) => (
              <li key={section.name}>
                <Link
                  href={section.href}
                  prefetch={false}
                  aria-current={isCurrent(path, section.href) ? "page" : undefined}
                >
                  {t(`sections.${section.name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The first section has the address that all others are below. Two-factor authentication belongs to security. */
const isCurrent = (path: string, href: string) =>
  href === "/dashboard/settings"
    ? path === href
    : isWithin(path, { href }) || (href.endsWith("/security") && path === "/dashboard/settings/two-factor");
