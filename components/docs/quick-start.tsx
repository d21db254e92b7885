import { Code } from "./code";
import { LanguageTabs } from "./language-tabs";
import { quickStarts } from "./quick-starts";

/** The first link, in four languages, against this service's own address. */
export function QuickStart({ base }: { base: string }) {
  const tabs = quickStarts(base).map(({ language, code }) => ({
    language,
    panel: <Code title={`Create a link, then read its clicks (${language})`} code={code} />,
  }));
  return <LanguageTabs tabs={tabs} />;
}
