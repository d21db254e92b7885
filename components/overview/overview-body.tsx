import { Alert, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import { TopEntries } from "@/components/clicks/top-list";
import { useValueNames } from "@/components/clicks/value-names";
import type { Places } from "@/lib/contract/places";
import type { Attention } from "@/lib/resources/overview/attention";
import type { Overview } from "@/lib/resources/overview/service";
import { AttentionCard } from "./attention-card";
import { ClicksCard } from "./clicks-card";
import classes from "./overview.module.css";
import { OverviewFigures } from "./overview-figures";
import { SmallCard } from "./small-card";
import { TopLinks } from "./top-links";

interface OverviewBodyProps {
  overview: Overview;
  attention: Attention;
  /** the address of these links' list, most clicked first */
  all: string;
  places: Places;
}

const SHOWN = 6;

/** The figures, the clicks per day, and their details. */
export function OverviewBody({ overview, attention, all, places }: OverviewBodyProps) {
  const t = useTranslations("overview");
  const nameOf = useValueNames(places);
  const { counted, countries, sources, clicks } = overview;
  return (
    <Stack gap="md">
      {counted !== null && (
        <Alert variant="light" color="gray">
          {t("counted", { count: counted })}
        </Alert>
      )}
      <OverviewFigures overview={overview} />
      <div className={classes.grid}>
        <ClicksCard overview={overview} />
        <AttentionCard attention={attention} />
        <TopLinks top={overview.top} all={all} />
        <SmallCard title={t("countries")}>
          <TopEntries
            entries={countries.slice(0, SHOWN)}
            total={clicks.now}
            nameOf={(value) => nameOf("country", value)}
          />
        </SmallCard>
        <SmallCard title={t("sources")}>
          <TopEntries
            entries={sources.slice(0, SHOWN)}
            total={clicks.now}
            nameOf={(value) => nameOf("referrer", value)}
          />
        </SmallCard>
      </div>
    </Stack>
  );
}
