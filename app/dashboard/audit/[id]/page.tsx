import { Code, Stack, Text } from "@mantine/core";
import { getTranslations } from "next-intl/server";
import { AuditChanges } from "@/components/audit/audit-changes";
import { AuditPerson } from "@/components/audit/audit-person";
import { DescriptionList } from "@/components/ui/description-list";
import { Page } from "@/components/ui/page";
import { pageTitle } from "@/components/ui/page-title";
import { UndoChange } from "@/components/undo/undo-change";
import { referredNames } from "@/lib/resources/audit/names";
import { getAudit } from "@/lib/resources/audit/service";
import { ownedRowLoader } from "../../_lib/owned-row-loader";
import { undoLinksAction } from "../../links/bulk-actions";

const loadEntry = ownedRowLoader(getAudit);

export const generateMetadata = pageTitle("audit", "title");

export default async function AuditEntryPage({ params }: PageProps<"/dashboard/audit/[id]">) {
  const { actor, row: entry } = await loadEntry((await params).id);
  const t = await getTranslations("audit");
  const { operation, keyId, key, changed, changes, undo } = entry;
  return (
    <Page title={t("title")}>
      <Stack gap="xl">
        <DescriptionList
          now={new Date()}
          columns
          items={[
            [t("facts.when"), entry.at],
            [t("facts.person"), <AuditPerson key="person" entry={entry} />],
            [
              t("facts.operation"),
              operation &&
                (t.has(`events.${operation as "logged_in"}`) ? (
                  t(`events.${operation as "logged_in"}`)
                ) : (
                  <Code key="operation">{operation}</Code>
                )),
            ],
            [t("facts.key"), keyId && (key || t("keyWithoutName"))],
            [t("facts.address"), entry.address],
          ]}
        />
        {undo !== null && (
          <div>
            <UndoChange id={undo} undo={undoLinksAction} />
          </div>
        )}
        <AuditChanges changes={changes} names={await referredNames(actor, changes)} />
        {changed > changes.length && <Text c="dimmed">{t("entry.first")}</Text>}
      </Stack>
    </Page>
  );
}
