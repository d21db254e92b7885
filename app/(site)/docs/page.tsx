import { getLocale, getTranslations } from "next-intl/server";
import { Contents } from "@/components/docs/contents";
import { Guide } from "@/components/docs/guide";
import { Operation } from "@/components/docs/operation";
import classes from "@/components/docs/reference.module.css";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { currentActor } from "@/lib/auth/session";
import { referenceIn } from "@/lib/http/reference-in";
import { baseUrl, env } from "@/lib/platform/env";

export async function generateMetadata() {
  const t = await getTranslations("docs");
  return { title: t("title"), description: t("description") };
}

export default async function DocsPage() {
  const t = await getTranslations("docs");
  const { tags, refusals } = referenceIn(await getLocale());
  return (
    <div className={classes.wide}>
      <SiteHeader signedIn={(await currentActor()) !== null} open={env.REGISTRATION === "open"} />
      <div className={classes.page}>
        <Contents tags={tags} />
        <main>
          <div className={classes.intro}>
            <h1>{t("title")}</h1>
            <p>{t("lead")}</p>
            <p className={classes.base}>
              <span>
                {t("base")} <code>{baseUrl()}</code>
              </span>
              <a href="/api/openapi.json">{t("document")}</a>
            </p>
          </div>
          <Guide base={baseUrl()} refusals={refusals} />
          {tags.map(({ name, description, operations }) => (
            <section key={name} className={classes.tag} aria-labelledby={`tag-${name}`}>
              <h2 id={`tag-${name}`}>{name}</h2>
              <p>{description}</p>
              {operations.map((operation) => (
                <Operation key={operation.id} operation={operation} />
              ))}
            </section>
          ))}
        </main>
      </div>
      <SiteFooter />
    </div>
  );
}
