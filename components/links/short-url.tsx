import { withoutScheme } from "@/lib/contract/without-scheme";
import classes from "./short-url.module.css";

/** The end of a host that is always shown. Shorter hosts are never shortened. */
const kept = 10;

/** A short URL that stays readable where space is short: its host is shortened in the middle, its alias never is. */
export function ShortUrl({ url }: { url: string }) {
  const short = withoutScheme(url);
  const [host = ""] = short.split("/", 1);
  const start = host.length > kept + 4 ? host.slice(0, -kept) : "";
  return (
    <span className={classes.url} title={short}>
      <span className={start ? classes.long : classes.host}>
        {start && <span className={classes.start}>{start}</span>}
        <span>{host.slice(start.length)}</span>
      </span>
      <span className={classes.alias}>{short.slice(host.length)}</span>
    </span>
  );
}
