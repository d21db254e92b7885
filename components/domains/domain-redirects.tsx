import { useTranslations } from "next-intl";
import { Address } from "@/components/ui/address";
import { DescriptionList } from "@/components/ui/description-list";
import { TextLink } from "@/components/ui/link";

interface DomainRedirectsProps {
  /** the bio page, which takes precedence over `root` */
  bio: { id: number; name: string } | null;
  root: string | null;
  missing: string | null;
  forward: "none" | "query" | "all";
}

/** Shows where a domain redirects visitors without a link, and what its links forward. */
export function DomainRedirects({ bio, root, missing, forward }: DomainRedirectsProps) {
  const t = useTranslations("domains.redirects");
  const redirect = root ? <Address key="root" url={root} /> : t("rootNone");
  return (
    <DescriptionList
      items={[
        [
          t("root"),
          bio ? (
            <TextLink key="root" href={`/dashboard/bio/${bio.id}`}>
              {t("rootBio", { name: bio.name })}
            </TextLink>
          ) : (
            redirect
          ),
        ],
        [t("forward"), t(`forwards.${forward}`)],
        [t("missing"), missing ? <Address key="missing" url={missing} /> : t("missingNone")],
      ]}
    />
  );
}
