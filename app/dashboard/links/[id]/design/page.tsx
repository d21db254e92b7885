import { getTranslations } from "next-intl/server";
import { designForm, previewDesign } from "@/components/qr-codes/design-form";
import { LinkQrDesigner } from "@/components/qr-codes/link-qr-designer";
import { Messages } from "@/components/ui/messages";
import { Page, pageTitle } from "@/components/ui/page";
import { withoutScheme } from "@/lib/contract/readable-url";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { linkDesign } from "@/lib/resources/qr-codes/link-design";
import { edited } from "../../../_lib/act";
import { loadLink } from "../../../_lib/owned-row-loader";
import { designerTools } from "../../../qr-codes/designer-tools";
import { designLinkAction, previewLinkQrAction } from "../../actions";

export const generateMetadata = pageTitle("qr", "link.title");

export default async function LinkDesignPage({ params }: PageProps<"/dashboard/links/[id]/design">) {
  const t = await getTranslations("qr.link");
  const { actor, row: link } = await loadLink((await params).id);
  const { design } = await linkDesign(actor, link.id);
  const initial = designForm(design);
  const shortUrl = shortUrlOf(link);
  const preview = previewLinkQrAction.bind(null, link.id);
  return (
    <Messages of={["qr"]}>
      <Page title={t("title")} note={withoutScheme(shortUrl)}>
        <LinkQrDesigner
          link={{ id: link.id, shortUrl }}
          initial={initial}
          save={designLinkAction.bind(null, edited(link))}
          preview={preview}
          first={await preview(previewDesign(initial, initial))}
          {...(await designerTools(actor))}
        />
      </Page>
    </Messages>
  );
}
