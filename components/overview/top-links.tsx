import { Text } from "@mantine/core";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { ShortUrl } from "@/components/links/short-url";
import { useLinkName } from "@/components/links/use-link-name";
import { TextLink } from "@/components/ui/link";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import type { Overview } from "@/lib/resources/overview/service";
import classes from "./overview.module.css";
import { SmallCard } from "./small-card";

/** The most clicked links, each by its title or else its destination. */
export function TopLinks({ top, all }: { top: Overview["top"]; all: string }) {
  const nameOf = useLinkName();
  const t = useTranslations("overview.top");
  const format = useFormatter();
  return (
    <SmallCard
      title={t("title")}
      action={
        top.length > 0 && (
          <TextLink href={all} size="sm" underline="hover">
            {t("all")}
          </TextLink>
        )
      }
    >
      {top.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("none")}
        </Text>
      ) : (
        <ol className={classes.list}>
          {top.map(({ link, clicks }) => (
            <li key={link.id} className={classes.link}>
              <Link href={`/dashboard/links/${link.id}`} className={classes.item} prefetch={false}>
                <span className={classes.words}>
                  <span className={classes.name} dir="auto" title={nameOf(link)}>
                    {nameOf(link)}
                  </span>
                  <span className={classes.about}>
                    <ShortUrl url={shortUrlOf(link)} />
                  </span>
                </span>
                <span className={classes.clicks}>{format.number(clicks)}</span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </SmallCard>
  );
}
