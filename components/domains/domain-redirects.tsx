import { useTranslations } from "next-intl";
import { withoutScheme } from "@/components/links/without-scheme";
import classes from "./domains.module.css";

/** Where a domain sends those who meet no link. */
export function DomainRedirects({ root, missing }: { root: string | null; missing: string | null }) {
  const t = useTranslations("domains.redirects");
  const entry = (name: string, url: string | null, otherwise: string) => (
    <div>
      <dt>{name}</dt>
      <dd>
        {url ? (
          <a href={url} target="_blank" rel="noreferrer">
            {withoutScheme(url)}
          </a>
        ) : (
          otherwise
        )}
      </dd>
    </div>
  );
  return (
    <dl className={classes.facts}>
      {entry(t("root"), root, t("rootNone"))}
      {entry(t("missing"), missing, t("missingNone"))}
    </dl>
  );
}
