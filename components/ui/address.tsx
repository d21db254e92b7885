import { useTranslations } from "next-intl";
import { withoutScheme } from "@/components/links/without-scheme";
import classes from "./address.module.css";
import { CopyButton } from "./copy-button";

/** A public address, to be opened and to be copied. */
export function Address({ url }: { url: string }) {
  const t = useTranslations("ui");
  const name = withoutScheme(url);
  return (
    <span className={classes.address}>
      <a href={url} target="_blank" rel="noreferrer" className={classes.link}>
        {name}
      </a>
      <CopyButton value={url} label={t("copyNamed", { name })} />
    </span>
  );
}
