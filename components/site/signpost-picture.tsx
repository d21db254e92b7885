import { useTranslations } from "next-intl";
import classes from "./signpost-picture.module.css";

const boards = [
  { visitor: "iphone", to: "example.com/app", className: classes.right },
  { visitor: "france", to: "example.com/fr", className: classes.left },
  { visitor: "others", to: "example.com/spring", className: classes.last },
] as const;

/** A drawing of a short link and the destinations of its visitors. */
export function SignpostPicture({ host }: { host: string }) {
  const t = useTranslations("site.picture");
  return (
    <figure className={classes.picture} role="img" aria-label={t("label", { host })}>
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
