import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import classes from "./bottom-bar.module.css";
import { isWithin, type listDestinations } from "./navigation";

/** The most used pages, at the bottom of a phone's screen. */
export function BottomBar({ entries }: { entries: ReturnType<typeof listDestinations>[number]["entries"] }) {
  const t = useTranslations("shell");
  const path = usePathname();
  return (
    <nav className={classes.bar} aria-label={t("mostUsed")}>
      {entries.map((entry) => (
        <Link
          key={entry.name}
          href={entry.href}
          prefetch={false}
          className={classes.entry}
          aria-current={isWithin(path, entry) ? "page" : undefined}
        >
          <entry.Icon size={21} stroke={1.7} aria-hidden />
          <span>{t(`pages.${entry.name}`)}</span>
        </Link>
      ))}
    </nav>
  );
}
