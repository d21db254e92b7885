import { Group, Paper, Title } from "@mantine/core";
import {
  IconCircleCheck,
  IconGauge,
  IconLinkOff,
  IconMessageReport,
  type IconProps,
  IconWorldOff,
} from "@tabler/icons-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { megabytes } from "@/components/ui/formats";
import { withoutScheme } from "@/lib/contract/readable-url";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import type { Attention } from "@/lib/resources/overview/attention";
import classes from "./overview.module.css";

interface Item {
  href: string;
  Icon: React.ComponentType<IconProps>;
  name: string;
  about: string;
}

/** How many items are shown; a button shows the others. */
const SHOWN = 6;

/** The problems that the user should look at, each with a link to it. */
export function AttentionCard({ attention }: { attention: Attention }) {
  const t = useTranslations("overview.attention");
  const items = useItems(attention);
  return (
    <SmallCard title={t("title")}>
      {items.length > 0 ? (
        <Items items={items.slice(0, SHOWN)} />
      ) : (
        <div className={classes.calm}>
          <IconCircleCheck size={28} stroke={1.5} aria-hidden />
          {t("none")}
        </div>
      )}
      {items.length > SHOWN && (
        <details className={classes.more}>
          <summary>{t("more", { count: items.length - SHOWN })}</summary>
          <Items items={items.slice(SHOWN)} />
        </details>
      )}
    </SmallCard>
  );
}

function Items({ items }: { items: Item[] }) {
  return (
    <ul className={classes.list}>
      {items.map(({ href, Icon, name, about }) => (
        <li key={`${href} ${name}`}>
          <Link href={href} className={classes.item} prefetch={false}>
            <Icon size={18} aria-hidden />
            <span className={classes.words}>
              <span className={classes.name} dir="auto">
                {name}
              </span>
              <span className={classes.about}>{about}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function useItems({ failing, domains, limits, reports }: Attention): Item[] {
  const t = useTranslations("overview.attention");
  const names = useTranslations("usage.names");
  const format = useFormatter();
  const amount = (name: Attention["limits"][number]["name"], value: number) =>
    name === "storage" ? megabytes(format, value) : format.number(value);
  return [
    ...(reports > 0
      ? [
          {
            href: "/dashboard/admin/reports",
            Icon: IconMessageReport,
            name: t("reports", { count: reports }),
            about: t("reportsAbout"),
          },
        ]
      : []),
    ...failing.map(({ link, status, since }) => {
      const day = format.dateTime(since, { dateStyle: "medium" });
      return {
        href: `/dashboard/links/${link.id}`,
        Icon: IconLinkOff,
        name: link.title || withoutScheme(shortUrlOf(link)),
        about: status === null ? t("silent", { host: hostOf(link.destination), day }) : t("answers", { status, day }),
      };
    }),
    ...domains.map(({ id, host, suspended }) => ({
      href: `/dashboard/domains/${id}`,
      Icon: IconWorldOff,
      name: host,
      about: t(suspended ? "suspended" : "stray"),
    })),
    ...limits.map(({ name, used, limit }) => ({
      href: "/dashboard/settings/limits",
      Icon: IconGauge,
      name: names(name),
      about: t(used >= limit ? "full" : "near", { used: amount(name, used), limit: amount(name, limit) }),
    })),
  ];
}

const hostOf = (url: string) => withoutScheme(url).split(/[/?#]/)[0] ?? "";

interface SmallCardProps {
  title: string;
  /** shown next to the title */
  action?: React.ReactNode;
  wide?: boolean;
  children: React.ReactNode;
}

/** A card of the overview: one third of its width, or two if `wide`. */
export function SmallCard({ title, action, wide = false, children }: SmallCardProps) {
  return (
    <Paper component="section" className={`${classes.card} ${wide ? classes.wide : classes.narrow}`} aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Paper>
  );
}
