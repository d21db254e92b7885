import { useTranslations } from "next-intl";
import { Address } from "@/components/ui/address";
import { DescriptionList } from "@/components/ui/description-list";

interface DomainRedirectsProps {
  root: string | null;
  missing: string | null;
  forward: "none" | "query" | "all";
}

/** Where a domain sends those who meet no link, and what its links forward. */
export function DomainRedirects({ root, missing, forward }: DomainRedirectsProps) {
  const t = useTranslations("domains.redirects");
  return (
    <DescriptionList
      items={[
        [t("root"), root ? <Address key="root" url={root} /> : t("rootNone")],
        [t("forward"), t(`forwards.${forward}`)],
        [t("missing"), missing ? <Address key="missing" url={missing} /> : t("missingNone")],
      ]}
    />
  );
}
