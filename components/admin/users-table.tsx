import { Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { UserEntry } from "@/lib/users/directory";
import { StatusBadge } from "./status-badge";
import type { SignInAsAction } from "./use-sign-in-as";
import type { DeleteUserAction } from "./use-user-deletion";
import { UserMenu } from "./user-menu";

interface UsersTableProps {
  rows: UserEntry[];
  /** the id of whoever looks */
  own: number;
  now: Date;
  remove: DeleteUserAction;
  signInAs: SignInAsAction;
}

export function UsersTable({ rows, own, now, remove, signInAs }: UsersTableProps) {
  const t = useTranslations("admin.users");
  const format = useFormatter();
  const ago = (date: Date | null) => (date ? <RelativeTime date={date} now={now} /> : t("never"));
  return (
    <DataTable
      label={t("title")}
      rows={rows}
      columns={[
        {
          name: t("user"),
          kind: "title",
          width: "32%",
          cell: ({ id, username, email }) => (
            <div style={{ minWidth: 0 }}>
              <TextLink href={`/dashboard/admin/users/${id}`} underline="hover" fw={600} truncate display="block">
                {username}
              </TextLink>
              <Text size="sm" c="dimmed" truncate>
                {email}
              </Text>
            </div>
          ),
        },
        { name: t("status"), width: "8.5rem", cell: (row) => <StatusBadge status={row.status} /> },
        { name: t("plan"), cell: ({ planName }) => planName },
        { name: t("links"), kind: "number", width: "6rem", cell: ({ links }) => format.number(links) },
        { name: t("lastSeen"), width: "9rem", cell: ({ lastSeenAt }) => ago(lastSeenAt) },
        { name: t("registered"), width: "9rem", cell: ({ createdAt }) => ago(createdAt) },
        {
          name: t("actions"),
          kind: "actions",
          cell: (row) => <UserMenu user={row} isOwn={row.id === own} remove={remove} signInAs={signInAs} />,
        },
      ]}
    />
  );
}
