import { useTranslations } from "next-intl";
import type { RefusalEntry } from "@/lib/http/openapi/reference-pages";
import { Code } from "./code";
import { conditionalUpdateSample, idempotentSample, limitHeaders, pageSample, refusalSample } from "./guide-samples";
import type { guideSections } from "./guide-sections";
import { Prose } from "./prose";
import { QuickStart } from "./quick-start";
import classes from "./reference.module.css";

const values = ["bodies", "empty", "booleans", "times", "addresses", "requestId"] as const;

/** The rules that apply to all operations. */
export function Guide({ base, refusals }: { base: string; refusals: RefusalEntry[] }) {
  const t = useTranslations("docs.guide");
  return (
    <>
      <Section id="quick-start">
        <p>
          {t.rich("quick-start.about", {
            code: (words) => <code>{words}</code>,
            link: (words) => <a href="/dashboard/settings/keys">{words}</a>,
          })}
        </p>
        <QuickStart base={base} />
      </Section>
      <Section id="authentication">
        <Paragraph text={t("authentication.header")} />
        <Paragraph text={t("authentication.browsers")} />
      </Section>
      <Section id="values">
        <ul>
          {values.map((name) => (
            <li key={name}>
              <Prose text={t(`values.${name}`)} />
            </li>
          ))}
        </ul>
      </Section>
      <Section id="errors">
        <Paragraph text={t("errors.about")} />
        <Code title={t("errors.sample")} code={refusalSample} />
        <dl className={classes.statuses}>
          {refusals.map(({ status, description, codes }) => (
            <div key={status} id={`status-${status}`}>
              <dt>{status}</dt>
              <dd>
                <Prose text={description} />
                <div>{codes.length > 0 && <code>{codes.join(" · ")}</code>}</div>
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section id="pagination">
        <Paragraph text={t("pagination.limit")} />
        <Paragraph text={t("pagination.counts")} />
        <Paragraph text={t("pagination.countsExact")} />
        <Paragraph text={t("pagination.cursor")} />
        <Code title={t("pagination.sample")} code={pageSample(base)} />
      </Section>
      <Section id="idempotency">
        <Paragraph text={t("idempotency.how")} />
        <Paragraph text={t("idempotency.when")} />
        <Code title={t("idempotency.sample")} code={idempotentSample(base)} />
      </Section>
      <Section id="versions">
        <Paragraph text={t("versions.how")} />
        <Paragraph text={t("versions.where")} />
        <Code title={t("versions.sample")} code={conditionalUpdateSample(base)} />
      </Section>
      <Section id="rate-limit">
        <Paragraph text={t("rate-limit.about")} />
        <dl className={classes.statuses}>
          {limitHeaders.map(([header, meaning]) => (
            <div key={header}>
              <dt>{header}</dt>
              <dd>{t(`rate-limit.${meaning}`)}</dd>
            </div>
          ))}
        </dl>
        <Paragraph text={t("rate-limit.over")} />
      </Section>
    </>
  );
}

const Paragraph = ({ text }: { text: string }) => (
  <p>
    <Prose text={text} />
  </p>
);

function Section({ id, children }: { id: (typeof guideSections)[number]; children: React.ReactNode }) {
  const t = useTranslations("docs.guide");
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t(`${id}.title`)}</h2>
      {children}
    </section>
  );
}
