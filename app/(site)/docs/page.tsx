import { getLocale, getTranslations } from "next-intl/server";
import { Contents } from "@/components/docs/contents";
import { Guide } from "@/components/docs/guide";
import { RedirectOldAnchor } from "@/components/docs/redirect-old-anchor";
import classes from "@/components/docs/reference.module.css";
import { Resources } from "@/components/docs/resources";
import { referenceIn } from "@/lib/http/openapi/reference-in";
import { instanceSettings } from "@/lib/platform/cache/instance-settings";
import { baseUrl } from "@/lib/platform/env";

export async function generateMetadata() {
  const t = await getTranslations("docs");
  return { title: t("title"), description: t("description") };
}

export default async function DocsPage() {
  const t = await getTranslations("docs");
  const { tags, refusals } = await referenceIn(await getLocale());
  return (
    <>
      <RedirectOldAnchor />
      <Contents tags={tags} />
      <main>
        <div className={classes.intro}>
          <h1>{t("title")}</h1>
          <p>{t("lead")}</p>
          <p className={classes.base}>
            <span>
              {t("base")} <code>{baseUrl()}</code>
            </span>
            {(await instanceSettings()).docsPage && <a href="/api/openapi.json">{t("document")}</a>}
          </p>
        </div>
        <Guide base={baseUrl()} refusals={refusals} />
        <Resources tags={tags} />
      </main>
    </>
  );
}
