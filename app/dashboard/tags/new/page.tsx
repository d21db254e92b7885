import { getTranslations } from "next-intl/server";
import { TagEditor } from "@/components/tags/tag-editor";
import { Page, pageTitle } from "@/components/ui/page";
import { defaultColor } from "@/lib/resources/tags/schema";
import { requirePermission } from "../../_lib/required";
import { createTagAction } from "../actions";

export const generateMetadata = pageTitle("tags", "new");

export default async function NewTagPage() {
  const t = await getTranslations("tags");
  await requirePermission("links:write");
  return (
    <Page title={t("new")} size="form">
      <TagEditor isNew initial={{ name: "", color: defaultColor }} save={createTagAction} />
    </Page>
  );
}
