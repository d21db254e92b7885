import { IconHistory } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { AuditTable } from "@/components/audit/audit-table";
import { DownloadLink } from "@/components/ui/download-link";
import { ListPage } from "@/components/ui/list-page";
import { listParameters, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page-title";
import { id } from "@/lib/contract/fields";
import { z } from "@/lib/contract/zod";
import { referredNames } from "@/lib/resources/audit/names";
import { subjects } from "@/lib/resources/audit/schema";
import { auditedPeople, listAudit } from "@/lib/resources/audit/service";
import { hasFeature } from "@/lib/resources/plans/quota";
import { requirePermission } from "../_lib/permission";
import { undoLinksAction } from "../links/bulk-actions";

const view = z.object({
  ...listParameters,
  subject: z.enum(subjects).optional().catch(undefined),
  person: id().optional().catch(undefined),
  whose: z.literal("instance").optional().catch(undefined),
});

export const generateMetadata = pageTitle("audit", "title");

export default async function AuditPage({ searchParams }: PageProps<"/dashboard/audit">) {
  const t = await getTranslations("audit");
  const actor = await requirePermission("audit:read");
  const { page: requested, subject, person, whose } = view.parse(await searchParams);
  const instance = actor.admin && whose === "instance";
  const { rows, total, atMost, page, pages } = await readPage(requested, (page) =>
    listAudit(actor, { subject, person, instance }, page),
  );
  const people = await auditedPeople(actor, instance);
  return (
    <ListPage
      title={t("title")}
      lead={t("lead")}
      actions={hasFeature(actor, "export") && <DownloadLink href="/dashboard/export/audit.csv">CSV</DownloadLink>}
      path="/dashboard/audit"
      filters={[
        {
          name: "subject",
          label: t("filters.subject"),
          value: subject ?? "",
          options: [
            { value: "", label: t("filters.anySubject") },
            ...subjects.map((value) => ({ value, label: t(`subjects.${value}`) })),
          ],
        },
        {
          name: "person",
          label: t("filters.person"),
          value: person ? String(person) : "",
          options: [
            { value: "", label: t("filters.anyPerson") },
            ...people.map(({ id, name }) => ({ value: String(id), label: name })),
          ],
        },
        ...(actor.admin
          ? [
              {
                name: "whose",
                label: t("filters.whose"),
                value: instance ? "instance" : "",
                options: [
                  { value: "", label: t("filters.own") },
                  { value: "instance", label: t("filters.instance") },
                ],
              },
            ]
          : []),
      ]}
      {...{ page, pages, total, atMost }}
      count={t("count", { count: total })}
      empty={{ icon: <IconHistory />, title: t("empty.title"), text: t("empty.text") }}
    >
      <AuditTable
        rows={rows}
        now={new Date()}
        names={
          await referredNames(
            actor,
            rows.flatMap(({ changes }) => changes),
          )
        }
        undo={undoLinksAction}
      />
    </ListPage>
  );
}
