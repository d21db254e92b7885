import { useFormatter, useTranslations } from "next-intl";
import classes from "./features.module.css";

/** A QR code as an SVG path, and its number of modules per side. */
interface CodePicture {
  path: string;
  modules: number;
}

const variants = [
  { letter: "A", visitors: 1204, share: 0.504 },
  { letter: "B", visitors: 1187, share: 0.496 },
] as const;
const visits = [
  { kind: "people", share: 71 },
  { kind: "previews", share: 14 },
  { kind: "robots", share: 9 },
  { kind: "scanners", share: 6 },
] as const;

/** The features, each with a picture. `code` encodes this instance's address, or is null until it is drawn. */
export function Features({ host, code }: { host: string; code: CodePicture | null }) {
  const t = useTranslations("site.features");
  const format = useFormatter();
  return (
    <div className={classes.grid}>
      <Feature name="place" wide>
        <SignpostPicture host={host} />
      </Feature>
      <Feature name="split">
        <div className={classes.variants} role="img" aria-label={t("split.label")}>
          {variants.map(({ letter, visitors, share }) => (
            <div key={letter}>
              <b>{letter}</b>
              <span>{t("split.visitors", { count: visitors })}</span>
              <strong>{format.number(share, { style: "percent", maximumFractionDigits: 1 })}</strong>
              <u style={{ width: `${share * 100}%` }} />
            </div>
          ))}
          <p>{t("split.result")}</p>
        </div>
      </Feature>
      <Feature name="qr">
        <div className={classes.code}>
          {code && (
            <svg
              viewBox={`-2 -2 ${code.modules + 4} ${code.modules + 4}`}
              role="img"
              aria-label={t("qr.label", { host })}
            >
              <path d={code.path} />
            </svg>
          )}
          <span>{host}</span>
        </div>
      </Feature>
      <Feature name="people" wide>
        <div className={classes.visits} role="img" aria-label={t("people.label")}>
          <div className={classes.stack}>
            {visits.map(({ kind, share }) => (
              <u key={kind} data-kind={kind} style={{ width: `${share}%` }} />
            ))}
          </div>
          {visits.map(({ kind, share }) => (
            <div key={kind} className={classes.kind}>
              <u data-kind={kind} />
              <span>{t(`people.kinds.${kind}`)}</span>
              <b>{t(kind === "people" ? "people.counted" : "people.aside")}</b>
              <strong>{format.number(share / 100, { style: "percent" })}</strong>
            </div>
          ))}
        </div>
      </Feature>
    </div>
  );
}

interface FeatureProps {
  name: "place" | "split" | "qr" | "people";
  wide?: true;
  children: React.ReactNode;
}

function Feature({ name, wide, children }: FeatureProps) {
  const t = useTranslations("site.features");
  return (
    <article className={classes.feature} data-wide={wide}>
      <div>
        <h3>{t(`${name}.title`)}</h3>
        <p>{t(`${name}.text`)}</p>
      </div>
      <div className={classes.picture}>{children}</div>
    </article>
  );
}

const boards = [
  { visitor: "iphone", to: "example.com/app", className: classes.right },
  { visitor: "france", to: "example.com/fr", className: classes.left },
  { visitor: "others", to: "example.com/spring", className: classes.last },
] as const;

/** A drawing of a short link and the destinations of its visitors. */
function SignpostPicture({ host }: { host: string }) {
  const t = useTranslations("site.picture");
  return (
    <figure className={classes.signpostPicturePicture} role="img" aria-label={t("label", { host })}>
      <div className={classes.link}>
        {host}
        {"/"}
        <b>{"spring"}</b>
      </div>
      {boards.map(({ visitor, to, className }) => (
        <div key={to} className={`${classes.board} ${className}`}>
          <span className={classes.condition}>{t(visitor)}</span>
          <span className={classes.to}>{to}</span>
        </div>
      ))}
      <div className={classes.ground} />
    </figure>
  );
}
