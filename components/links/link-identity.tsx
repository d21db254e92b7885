import { IconArrowRight, IconArrowsSplit, IconLinkOff, IconLock } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { AddressLink, RowLink } from "@/components/ui/link";
import { SiteIcon } from "@/components/ui/site-icon";
import { StateBadge } from "@/components/ui/state-badge";
import type { LinkState } from "@/lib/contract/link-state";
import { withoutScheme } from "@/lib/contract/readable-url";
import classes from "./link-identity.module.css";
import { linkDataAttributes, useLinkName } from "./link-name";

/** The identifying details of a link, the same in every list. */
export interface KnownLink {
  id: number;
  title: string;
  shortUrl: string;
  destination: string;
  /** how many destinations its split has, instead of the one that no visitor reaches; null without a split */
  shares?: number | null;
  /** the icon of the destination's site; see `SiteIcon` */
  icon: string | null;
  state: LinkState;
  /** whether its destination is not working */
  failing?: boolean;
}

interface LinkIdentityProps {
  link: KnownLink;
  /** whether it has a password */
  locked?: boolean;
  /** the whole row is clickable */
  wide?: boolean;
  /** shows where the link leads, after the short URL */
  leads?: boolean;
  /** takes the place of the site's icon while rows are selected */
  box?: React.ReactNode;
}

/** The start of a link's row in a list: its name, which opens its page, and its short URL. */
export function LinkIdentity({ link, locked, wide, leads, box }: LinkIdentityProps) {
  const t = useTranslations("ui");
  const short = withoutScheme(link.shortUrl);
  const name = useLinkName()(link);
  return (
    <span className={classes.link} {...linkDataAttributes(link)}>
      <span className={classes.ring} data-raised={box ? true : undefined}>
        <SiteIcon icon={link.icon} />
        {box}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>
          {/* The short URL distinguishes two links to one page. */}
          <RowLink href={`/dashboard/links/${link.id}`} wide={wide} aria-label={`${name}, ${short}`}>
            <span title={name} data-raised>
              {name}
            </span>
          </RowLink>
          {locked && <IconLock size={16} role="img" aria-label={t("locked")} />}
          {link.failing && <FailingMark />}
          {link.shares && link.title !== "" && <SplitMark shares={link.shares} />}
          <LinkBadge state={link.state} />
        </span>
        <span className={classes.about}>
          <span className={classes.short}>
            <ShortUrl url={link.shortUrl} />
            <CopyButton small value={link.shortUrl} label={t("copyNamed", { name: short })} />
          </span>
          {leads && (
            <span className={classes.leads}>
              <IconArrowRight size={16} aria-hidden />
              <LinkDestination link={link} inList />
            </span>
          )}
        </span>
      </span>
    </span>
  );
}

function SplitMark({ shares }: { shares: number }) {
  const name = useTranslations("ui")("splitBetween", { count: shares });
  return <IconArrowsSplit size={16} role="img" aria-label={name} title={name} />;
}

function FailingMark() {
  const t = useTranslations("links.failing");
  return <IconLinkOff size={16} role="img" aria-label={t("mark")} title={t("mark")} className={classes.failing} />;
}

/** The status of a link that is not active. Renders nothing for an active link. */
export function LinkBadge({ state }: { state: LinkState | "archived" }) {
  const t = useTranslations("links.states");
  if (state === "active") return null;
  return <StateBadge>{t(state)}</StateBadge>;
}

/** The end of a host that is always shown. Shorter hosts are never shortened. */
const kept = 10;

/** A short URL that stays readable where space is short: its host is shortened in the middle, its alias never is. */
export function ShortUrl({ url }: { url: string }) {
  const short = withoutScheme(url);
  const [host = ""] = short.split("/", 1);
  const start = host.length > kept + 4 ? host.slice(0, -kept) : "";
  return (
    <span className={classes.url} title={short}>
      <span className={start ? classes.long : classes.host}>
        {start && <span className={classes.start}>{start}</span>}
        <span>{host.slice(start.length)}</span>
      </span>
      <span className={classes.alias}>{short.slice(host.length)}</span>
    </span>
  );
}

interface LinkDestinationProps {
  link: { destination: string; shares?: number | null };
  /** on one line of a list */
  inList?: boolean;
}

/** Where a link redirects: its destination, or a note that it is split between several. */
export function LinkDestination({ link: { destination, shares }, inList }: LinkDestinationProps) {
  const t = useTranslations("ui");
  if (shares) return t("splitBetween", { count: shares });
  return inList ? (
    <AddressLink url={destination} c="dimmed" underline="hover" truncate display="block" miw={0} />
  ) : (
    <AddressLink url={destination} />
  );
}
