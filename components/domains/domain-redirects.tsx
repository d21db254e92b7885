import { useTranslations } from "next-intl";
import { Address } from "@/components/ui/address";
import { DescriptionList } from "@/components/ui/description-list";

/** Where a domain sends those who meet no link. */
export function DomainRedirects({ root, missing }: { root: string | null; missing: string | null }) {
  const t = useTranslations("domains.redirects");
  return (
    <DescriptionList
      items={[
        [t("root"), root ? <Address key="root" url={root} /> : t("rootNone")],
        [t("missing"), missing ? <Address key="missing" url={missing} /> : t("missingNone")],
      ]}
    />
  );
}
