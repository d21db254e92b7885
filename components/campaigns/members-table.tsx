import { useFormatter, useTranslations } from "next-intl";
import { ClickCount } from "@/components/links/click-count";
import { type KnownLink, LinkIdentity } from "@/components/links/link-identity";
import { DataTable } from "@/components/ui/data-table";
import { RemoveButton } from "@/components/ui/remove-button";
import type { ActionResult } from "@/lib/contract/action-result";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { WeightInput } from "./weight-input";

export interface MemberRow extends KnownLink {
  clicks: number;
  /** imported clicks, included in the total */
  imported: number;
  weight: number;
}

interface MembersTableProps {
  rows: MemberRow[];
  /** sum of all weights; null if the campaign has no rotator */
  weights: number | null;
  assign: (linkId: number, weight?: unknown) => Promise<ActionResult<null>>;
  unassign: (linkId: number) => Promise<ActionResult<null>>;
}

/** The links of a campaign, with their weights in the rotator. */
export function MembersTable({ rows, weights, assign, unassign }: MembersTableProps) {
  const t = useTranslations("campaigns.members");
  const format = useFormatter();
  const weight = {
    name: t("weight"),
    width: "11rem",
    cell: (row: MemberRow) => (
      <WeightInput
        label={t("weightOf", { name: withoutScheme(row.shortUrl) })}
        weight={row.weight}
        share={format.number(row.weight / (weights || 1), { style: "percent" })}
        save={assign.bind(null, row.id)}
      />
    ),
  };
  return (
    <DataTable
      label={t("title")}
      rows={rows}
      columns={[
        {
          name: t("link"),
          kind: "title",
          cell: (row) => <LinkIdentity link={row} />,
        },
        { name: t("clicks"), kind: "number", width: "7rem", cell: (row) => <ClickCount {...row} /> },
        ...(weights === null ? [] : [weight]),
      ]}
      actions={({ id, shortUrl }) => {
        const name = withoutScheme(shortUrl);
        return (
          <RemoveButton
            label={t("remove", { name })}
            remove={unassign.bind(null, id)}
            putBack={assign.bind(null, id)}
            done={t("removed", { name })}
          />
        );
      }}
    />
  );
}
