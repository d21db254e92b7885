import { useTranslations } from "next-intl";
import { Address } from "@/components/ui/address";
import { Facts } from "@/components/ui/facts";

/** Where a domain sends those who meet no link. */
export function DomainRedirects({ root, missing }: { root: string | null; missing: string | null }) {
  const t = useTranslations("domains.redirects");
  return (
    <Facts
      facts={[
        [t("root"), root ? <Address key="root" url={root} /> : t("rootNone")],
        [t("missing"), missing ? <Address key="missing" url={missing} /> : t("missingNone")],
      ]}
    />
  );
}
