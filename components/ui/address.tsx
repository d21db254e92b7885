import { useTranslations } from "next-intl";
import { withoutScheme } from "@/lib/contract/readable-url";
import { CopyButton } from "./copy-button";
import { Line } from "./line";
import { AddressLink } from "./link";

/** A public address with a button to copy it. */
export function Address({ url }: { url: string }) {
  const t = useTranslations("ui");
  return (
    <Line>
      <AddressLink url={url} underline="hover" truncate />
      <CopyButton value={url} label={t("copyNamed", { name: withoutScheme(url) })} />
    </Line>
  );
}
