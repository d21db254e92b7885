import { useTranslations } from "next-intl";
import { Code } from "./code";
import { LanguageTabs } from "./language-tabs";
import { quickStarts } from "./quick-starts";

/** Creates the first link in four languages, with this service's own address. */
export function QuickStart({ base }: { base: string }) {
  const t = useTranslations("docs.guide.quick-start");
  const tabs = quickStarts(base).map(({ language, code }) => ({
    language,
    panel: <Code title={t("sample", { language })} code={code} />,
  }));
  return <LanguageTabs label={t("languages")} tabs={tabs} />;
}
