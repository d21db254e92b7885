import { useTranslations } from "next-intl";
import { baseUrl } from "@/lib/platform/env";
import classes from "./api-sample.module.css";

/** A sample API request with this service's address, and its response. */
export function ApiSample() {
  const t = useTranslations("site.sample");
  const base = baseUrl();
  return (
    <figure className={classes.sample}>
      <figcaption className={classes.bar}>{t("title")}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it */}
      <section className={classes.code} tabIndex={0} aria-label={t("label")}>
        <pre>
          <span className={classes.prompt}>$ </span>
          <b>curl</b> {base}/api/url/add \{"\n"}
          {"    "}-H <i>"Authorization: Bearer $KEY"</i> \{"\n"}
          {"    "}-H <i>"Content-Type: application/json"</i> \{"\n"}
          {"    "}-d <i>{`'{"url": "https://example.com/offers", "custom": "spring"}'`}</i>
        </pre>
        <pre className={classes.answer}>
          {"{ "}
          <em>"error"</em>: 0, <em>"id"</em>: 1, <em>"shorturl"</em>: <i>"{base}/spring"</i>
          {" }"}
        </pre>
      </section>
    </figure>
  );
}
