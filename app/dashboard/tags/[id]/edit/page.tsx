import { getTranslations } from "next-intl/server";
import { TagEditor } from "@/components/tags/tag-editor";
import { Page, pageTitle } from "@/components/ui/page";
import { getTag } from "@/lib/resources/tags/service";
import { edited } from "../../../_lib/act";
import { ownedRowLoader } from "../../../_lib/owned-row-loader";
import { updateTagAction } from "../../actions";

const loadTag = ownedRowLoader(getTag);

export const generateMetadata = pageTitle("tags", "edit");

export default async function EditTagPage({ params }: PageProps<"/dashboard/tags/[id]/edit">) {
  const t = await getTranslations("tags");
  const { row } = await loadTag((await params).id);
  const { name, color } = row;
  return (
    <Page title={t("edit")} note={name} size="form">
      <TagEditor initial={{ name, color }} save={updateTagAction.bind(null, edited(row))} />
    </Page>
  );
}
