import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import type { UserEntry } from "@/lib/resources/users/directory";
import { StatusBadge } from "./status-badge";
import type { SignInAsAction } from "./use-sign-in-as";
import { UserMenu } from "./user-menu";

interface UsersTableProps {
  rows: UserEntry[];
  /** The id of the administrator who views the list. */
  own: number;
  now: Date;
  remove: DeleteAction;
  signInAs: SignInAsAction;
}

export function UsersTable({ rows, own, now, remove, signInAs }: UsersTableProps) {
  const t = useTranslations("admin.users");
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("user"),
          kind: "title",
          width: "32%",
          cell: ({ id, username, email }) => (
            <div style={{ minWidth: 0 }}>
              <RowLink href={`/dashboard/admin/users/${id}`}>{username}</RowLink>
              <Text size="sm" c="dimmed" truncate>
                {email}
              </Text>
            </div>
          ),
        },
        { name: t("status"), width: "8.5rem", cell: (row) => <StatusBadge status={row.status} /> },
        { name: t("plan"), cell: ({ planName }) => planName },
        { name: t("links"), kind: "number", width: "6rem", cell: ({ links }) => links },
        { name: t("lastSeen"), kind: "time", cell: ({ lastSeenAt }) => lastSeenAt ?? t("never") },
        { name: t("registered"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      actions={({ id, username, links }) => (
        <UserMenu user={{ id, username, links }} isOwn={id === own} remove={remove} signInAs={signInAs} />
      )}
    />
  );
}
