"use client";

import { useFormatter, useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { RowMenu } from "@/components/ui/row-menu";

interface PlanRow {
  id: number;
  name: string;
  free: boolean;
  users: number;
  storageMb: number;
  prices: { monthly: number | null; yearly: number | null; lifetime: number | null } | null;
  /** 0 means no limit. */
  limits: { links: number; clicks: number };
}

interface PlansTableProps {
  rows: PlanRow[];
  /** Currency code of all prices. */
  currency: string;
  remove: DeleteAction;
}

export function PlansTable({ rows, currency, remove }: PlansTableProps) {
  const t = useTranslations("admin.plans");
  const format = useFormatter();
  const limit = (amount: number) => (amount === 0 ? t("unlimited") : format.number(amount));
  const priced = (amount: number) =>
    format.number(amount, { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" });
  const edit = ({ id }: PlanRow) => `/dashboard/admin/plans/${id}`;
  const deletionOf = ({ id, name }: PlanRow) => ({
    title: t("deletion.title"),
    consequences: t.rich("deletion.text", { b, name }),
    act: remove.bind(null, id),
    done: { title: t("deletion.done"), message: name },
  });
  const priceOf = ({ prices }: PlanRow) => {
    if (!prices) return t("free");
    const parts = (["monthly", "yearly", "lifetime"] as const).flatMap((interval) => {
      const amount = prices[interval];
      return amount === null ? [] : [t(`prices.${interval}`, { amount: priced(amount) })];
    });
    return parts.length > 0 ? parts.join(" · ") : t("noPrice");
  };
  return (
    <DataTable
      label={t("title")}
      rows={rows}
      columns={[
        {
          name: t("name"),
          kind: "title",
          width: "24%",
          cell: (row) => <RowLink href={edit(row)}>{row.name}</RowLink>,
        },
        { name: t("price"), cell: priceOf },
        { name: t("links"), kind: "number", width: "8rem", cell: ({ limits }) => limit(limits.links) },
        { name: t("clicks"), kind: "number", width: "9rem", cell: ({ limits }) => limit(limits.clicks) },
        { name: t("storage"), kind: "number", width: "8rem", cell: ({ storageMb }) => format.number(storageMb) },
        { name: t("users"), kind: "number", width: "6rem", cell: ({ users }) => users },
      ]}
      actions={(row) => <RowMenu name={row.name} edit={edit(row)} deletion={deletionOf(row)} />}
    />
  );
}
