import { Contents } from "@/components/docs/contents";
import { Guide } from "@/components/docs/guide";
import { Operation } from "@/components/docs/operation";
import classes from "@/components/docs/reference.module.css";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { currentActor } from "@/lib/auth/session";
import { openApiDocument } from "@/lib/http/reference";
import { refusalEntries, tagEntries } from "@/lib/http/reference-pages";
import { baseUrl, env } from "@/lib/platform/env";

export const metadata = {
  title: "API reference",
  description: "Every endpoint of this service, with what it takes, what it answers and a command to try it.",
};

export default async function DocsPage() {
  const document = openApiDocument();
  const tags = tagEntries(document);
  return (
    <div className={classes.wide}>
      <SiteHeader signedIn={(await currentActor()) !== null} open={env.REGISTRATION === "open"} />
      <div className={classes.page} lang="en">
        <Contents tags={tags} />
        <main>
          <div className={classes.intro}>
            <h1>API reference</h1>
            <p>JSON in, JSON out. Whatever the pages of this service can do, a program can do too.</p>
            <p className={classes.base}>
              <span>
                Address: <code>{baseUrl()}</code>
              </span>
              <a href="/api/openapi.json">OpenAPI document</a>
            </p>
          </div>
          <Guide base={baseUrl()} refusals={refusalEntries(document)} />
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
