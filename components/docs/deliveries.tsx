import { useTranslations } from "next-intl";
import type { DeliveriesEntry } from "@/lib/http/openapi/reference-pages";
import { Code } from "./code";
import { deliverySections } from "./delivery-sections";
import { LanguageTabs } from "./language-tabs";
import { Prose } from "./prose";
import classes from "./reference.module.css";
import { verificationSamples } from "./verification-samples";

/** How to receive and verify what webhooks send. */
export function Deliveries({ headers, failed }: Pick<DeliveriesEntry, "headers" | "failed">) {
  const t = useTranslations("docs.deliveries");
  const tabs = verificationSamples.map(({ language, code }) => ({
    language,
    panel: <Code title={t(language === "curl" ? "verify.send" : "verify.sample", { language })} code={code} />,
  }));
  const bodies = {
    receive: (
      <>
        <Paragraph text={t("receive.about")} />
        <dl className={classes.statuses}>
          {headers.map(({ name, description }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Prose text={description} />
              </dd>
            </div>
          ))}
        </dl>
        <Paragraph text={t("receive.answer")} />
        <Paragraph text={failed} />
      </>
    ),
    verify: (
      <>
        <Paragraph text={t("verify.about")} />
        <LanguageTabs label={t("verify.languages")} tabs={tabs} />
      </>
    ),
    local: (
      <>
        <Paragraph text={t("local.test")} />
        <Paragraph text={t("local.private")} />
      </>
    ),
  };
  return deliverySections.map((id) => (
    <section key={id} id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t(`${id}.title`)}</h2>
      {bodies[id]}
    </section>
  ));
}

const Paragraph = ({ text }: { text: string }) => (
  <p>
    <Prose text={text} />
  </p>
);
