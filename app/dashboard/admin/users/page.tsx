import { Text } from "@mantine/core";
import { IconMail, IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { AccountDeletions } from "@/components/admin/account-deletions";
import { StatusBadge } from "@/components/admin/status-badge";
import { type SignInAsAction, UserMenu } from "@/components/admin/user-actions";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { DataTable } from "@/components/ui/data-table";
import { ButtonLink, RowLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { chosenId, listParameters, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import { env } from "@/lib/platform/env";
import { listPlans } from "@/lib/resources/plans/service";
import { listDeletions, listDirectory, type UserEntry } from "@/lib/resources/users/directory";
import { administrator } from "../../_lib/required";
import { deleteUserAction, signInAsAction } from "./actions";

export const generateMetadata = pageTitle("admin", "users.title");

export default async function UsersPage({ searchParams }: PageProps<"/dashboard/admin/users">) {
  const actor = await administrator();
  const t = await getTranslations("admin");
  const { q, status, plan, page: requested } = usersView.parse(await searchParams);
  const filter = { q, status, planId: plan };
  const [plans, deletions, { rows, total, atMost, page, pages }] = await Promise.all([
    listPlans(actor),
    listDeletions(actor),
    readPage(requested, (page) => listDirectory(actor, filter, page)),
  ]);
  return (
    <ListPage
      title={t("users.title")}
      actions={
        <>
          {env.REGISTRATION !== "off" && (
            <ButtonLink href="/dashboard/admin/users/invite" variant="default" leftSection={<IconMail size={18} />}>
              {t("invite.action")}
            </ButtonLink>
          )}
          <ButtonLink href="/dashboard/admin/users/new" leftSection={<IconPlus size={18} />}>
            {t("users.new")}
          </ButtonLink>
        </>
      }
      top={deletions.length > 0 && <AccountDeletions deletions={deletions} />}
      path="/dashboard/admin/users"
      search={{ q, label: t("users.search"), placeholder: t("users.searchIn") }}
      filters={[
        {
          name: "status",
          label: t("users.status"),
          value: status ?? "",
          options: [
            { value: "", label: t("users.anyStatus") },
            ...statuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
          ],
        },
        {
          name: "plan",
          label: t("users.plan"),
          value: String(plan ?? ""),
          options: [
            { value: "", label: t("users.anyPlan") },
            ...plans.map(({ id, name }) => ({ value: String(id), label: name })),
          ],
        },
      ]}
      {...{ page, pages, total, atMost }}
      count={t("users.count", { count: total })}
    >
      <UsersTable rows={rows} own={actor.userId} now={new Date()} remove={deleteUserAction} signInAs={signInAsAction} />
    </ListPage>
  );
}

interface UsersTableProps {
  rows: UserEntry[];
  /** The id of the administrator who views the list. */
  own: number;
  now: Date;
  remove: DeleteAction;
  signInAs: SignInAsAction;
}

function UsersTable({ rows, own, now, remove, signInAs }: UsersTableProps) {
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

const statuses = ["admin", "pro", "free"] as const;

/** The search, filters and page in the address of the list of users. */
const usersView = z.object({
  ...listParameters,
  status: z.enum(statuses).optional().catch(undefined),
  plan: chosenId,
});
