import { IconMail, IconPlus } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { AccountDeletions } from "@/components/admin/account-deletions";
import { UsersTable } from "@/components/admin/users-table";
import { statuses, usersView } from "@/components/admin/users-view";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page-title";
import { env } from "@/lib/platform/env";
import { listPlans } from "@/lib/resources/plans/service";
import { listDeletions, listDirectory } from "@/lib/resources/users/directory";
import { administrator } from "../administrator";
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
