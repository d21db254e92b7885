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
  /** whether its links track conversions; null if it has no setting */
  tracks: boolean | null;
  /** the account's setting */
  accountTracks: boolean;
}

/** Shows where a domain redirects visitors without a link, and the defaults of its links. */
export function DomainRedirects({ bio, root, missing, forward, tracks, accountTracks }: DomainRedirectsProps) {
  const t = useTranslations("domains.redirects");
  const own = tracks ? "on" : "off";
  const inherited = accountTracks ? "accountOn" : "accountOff";
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
        [t("trackconversions"), t(`trackconversionsChoices.${tracks === null ? inherited : own}`)],
        [t("missing"), missing ? <Address key="missing" url={missing} /> : t("missingNone")],
      ]}
    />
  );
}
