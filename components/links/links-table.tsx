import { IconLock } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { LinkState } from "@/lib/links/state";
import { LinkBadge } from "./link-badge";
import { LinkMenu } from "./link-menu";
import classes from "./links-table.module.css";
import type { DeleteLinkAction } from "./saved-link";
import { withoutScheme } from "./without-scheme";

export interface LinkRow {
  id: number;
  alias: string;
  shortUrl: string;
  destination: string;
  clicks: number;
  createdAt: Date;
  state: LinkState;
  /** asks for a password */
  locked: boolean;
}

interface LinksTableProps {
  rows: LinkRow[];
  now: Date;
  remove: DeleteLinkAction;
}

/** A table where there is room, and cards (by CSS alone, hence the roles) on a phone. */
export function LinksTable({ rows, now, remove }: LinksTableProps) {
  const t = useTranslations("links");
  const format = useFormatter();
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: `display` takes the roles away on a phone
    <table className={classes.table} role="table">
      <thead>
        <tr>
          <th scope="col">{t("table.short")}</th>
          <th scope="col">{t("table.destination")}</th>
          <th scope="col" className={classes.number}>
            {t("table.clicks")}
          </th>
          <th scope="col">{t("table.created")}</th>
          <th scope="col">
            <span className={classes.hidden}>{t("table.actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={row.id} role="row">
            <td role="cell" className={classes.short}>
              <span className={classes.line}>
                <TextLink href={`/dashboard/links/${row.id}`} underline="hover" fw={600} truncate>
                  {withoutScheme(row.shortUrl)}
                </TextLink>
                <CopyButton value={row.shortUrl} label={t("copyNamed", { name: withoutScheme(row.shortUrl) })} />
                {row.locked && <IconLock size={16} role="img" aria-label={t("table.locked")} />}
                <LinkBadge state={row.state} />
              </span>
            </td>
            <td role="cell" className={classes.destination}>
              <a href={row.destination} title={row.destination} target="_blank" rel="noreferrer">
                {withoutScheme(row.destination)}
              </a>
            </td>
            <td role="cell" className={classes.number}>
              {format.number(row.clicks)} <span className={classes.unit}>{t("table.unit", { count: row.clicks })}</span>
            </td>
            <td role="cell" className={classes.created}>
              <RelativeTime date={row.createdAt} now={now} />
            </td>
            <td role="cell" className={classes.actions}>
              <LinkMenu link={row} remove={remove} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
