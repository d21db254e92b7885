import { Alert, Group, Mark, Paper, Stack, Text } from "@mantine/core";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { ChangedValue, useValueName } from "@/components/audit/entry";
import { useDecisionWords } from "@/components/clicks/value-names";
import { HistoryMoment, RevertButton } from "@/components/links/history-controls";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { ButtonLink } from "@/components/ui/link";
import { ListPagination } from "@/components/ui/list-pagination";
import { listParameters, readPage } from "@/components/ui/list-view";
import { Page } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/contract/errors";
import { id, timestamp } from "@/lib/contract/fields";
import { withoutScheme } from "@/lib/contract/readable-url";
import { refusalIn } from "@/lib/contract/refusals";
import { weights } from "@/lib/contract/theme";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { z } from "@/lib/contract/zod";
import { db } from "@/lib/platform/database/db";
import { differing, type HistoryFields } from "@/lib/resources/links/history/fields";
import {
  type HistoryPoint,
  historyPointOf,
  knownSince,
  type LinkChange,
  linkAt,
  listHistory,
} from "@/lib/resources/links/history/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import type { SplitFinish } from "@/lib/resources/links/split-finish";
import { loadLink } from "../../../_lib/owned-row-loader";
import { revertLinkAction } from "../../lifecycle-actions";

const perPage = 10;

const view = z.object({
  page: listParameters.page,
  at: timestamp().optional().catch(undefined),
  after: id().optional().catch(undefined),
  before: id().optional().catch(undefined),
});

export async function generateMetadata({ params }: PageProps<"/dashboard/links/[id]/history">): Promise<Metadata> {
  const { row: link } = await loadLink((await params).id);
  const t = await getTranslations("links.history");
  return { title: `${t("title")}: ${withoutScheme(shortUrlOf(link))}` };
}

export default async function LinkHistoryPage({ params, searchParams }: PageProps<"/dashboard/links/[id]/history">) {
  const { actor, row: link } = await loadLink((await params).id);
  const t = await getTranslations("links.history");
  const { page: requested, ...wanted } = view.parse(await searchParams);
  const { at, before } = wanted;
  const then = historyPointOf(wanted);
  const { rows, total, page, pages } = await readPage(requested, (page) => listHistory(actor, link.id, page), perPage);
  const since = await knownSince(actor, link.id);
  const state = then && (await stateOf(then));
  const names = await historyNames(actor, [...rows.flatMap((row) => [row.before, row.after]), state?.was, state?.now]);
  const path = `/dashboard/links/${link.id}/history`;
  const name = withoutScheme(shortUrlOf(link));

  return (
    <Page title={t("title")} note={name}>
      <Stack gap="lg">
        <Card title={t("at")}>
          <HistoryMoment key={at} path={path} at={at ?? ""} />
        </Card>
        {state?.refused && <Alert color="gray">{state.refused}</Alert>}
        {state && !state.refused && (
          <Card title={at ? t("stateAt", { date: `${at} UTC` }) : t(before ? "stateBefore" : "stateAfter")}>
            {state.was && state.now ? (
              <Stack align="flex-start">
                <HistoryTable before={state.was} after={state.now} heads={["then", "now"]} marks names={names} />
                <RevertButton name={name} path={path} revert={revertLinkAction.bind(null, link.id, wanted)} />
              </Stack>
            ) : (
              <Text>{t("absent")}</Text>
            )}
          </Card>
        )}
        <Text c="dimmed">{t("about")}</Text>
        <HistoryList
          path={path}
          changes={rows}
          names={names}
          now={new Date()}
          first={since && page === pages ? rows.at(-1)?.id : undefined}
        />
        {since && <Text c="dimmed">{t("known", { date: `${formatTimestamp(since)} UTC` })}</Text>}
        <ListPagination path={path} parameters={{}} page={page} pages={pages} />
        {total === 0 && <Text c="dimmed">{t("nothing")}</Text>}
      </Stack>
    </Page>
  );

  /** The link's state then and now, or the reason why it is unknown. */
  async function stateOf(then: HistoryPoint) {
    try {
      const [was, now] = await Promise.all([linkAt(actor, link.id, then), linkAt(actor, link.id, { at: new Date() })]);
      return { was, now };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { refused: refusalIn(await getLocale(), error) };
    }
  }
}

/** The names of a link's earlier campaigns, channels and pixels, if they still exist. */
async function historyNames({ userId }: Actor, states: (HistoryFields | null | undefined)[]): Promise<Names> {
  const idsOf = (field: keyof Names) => [
    ...new Set(states.flatMap((state) => (state?.[field] as number[] | undefined) ?? [])),
  ];
  const query = (field: keyof Names) => ({
    where: { userId, id: { in: idsOf(field) } },
    select: { id: true, name: true },
  });
  const [campaign, channels, pixels] = await Promise.all([
    db.campaign.findMany(query("campaign")),
    db.channel.findMany(query("channels")),
    db.pixel.findMany(query("pixels")),
  ]);
  const byId = (rows: { id: number; name: string }[]) => Object.fromEntries(rows.map(({ id, name }) => [id, name]));
  return { campaign: byId(campaign), channels: byId(channels), pixels: byId(pixels) };
}

interface HistoryListProps {
  path: string;
  changes: LinkChange[];
  names: Names;
  now: Date;
  /** the first recorded change of a link that is older than its history */
  first?: number;
}

/** The changes of a link: who, when, and each field before and after. */
function HistoryList({ path, changes, names, now, first }: HistoryListProps) {
  const t = useTranslations("links.history");
  return changes.map((change) => {
    const { id, at, kind, person, admin } = change;
    const by = { kind: t(`kinds.${kind}`), person: person ?? "", admin: admin ?? "" };
    const title = admin ? t("byAdmin", by) : person ? t("by", by) : t("byService", by);
    return (
      <Paper key={id} component="article" p="lg" withBorder aria-label={title}>
        <Group justify="space-between" mb="sm">
          <Stack gap={0}>
            <Text fw={weights.bold}>{title}</Text>
            <Text size="sm" c="dimmed">
              <RelativeTime date={at} now={now} />
            </Text>
          </Stack>
          <Group gap="xs">
            {id === first && (
              <ButtonLink href={`${path}?before=${id}`} variant="default" size="xs">
                {t("before")}
              </ButtonLink>
            )}
            {kind !== "deleted" && (
              <ButtonLink href={`${path}?after=${id}`} variant="default" size="xs">
                {t("show")}
              </ButtonLink>
            )}
          </Group>
        </Group>
        {kind === "changed" && <HistoryTable {...differing(change)} heads={["before", "after"]} names={names} />}
      </Paper>
    );
  });
}

/** The names of campaigns, channels and pixels by id. */
type Names = Record<"campaign" | "channels" | "pixels", Record<number, string>>;

interface HistoryTableProps {
  before: HistoryFields;
  after: HistoryFields;
  /** before and after a change, or then and now */
  heads: ["before", "after"] | ["then", "now"];
  /** highlights differences, if all fields are shown */
  marks?: boolean;
  names: Names;
}

type Field = keyof HistoryFields;

/** The fields of a link at two points in time, with readable names. */
function HistoryTable({ before, after, heads, marks, names }: HistoryTableProps) {
  const t = useTranslations("links.history");
  const decisionWords = useDecisionWords();
  const valueName = useValueName();
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])] as Field[];
  const isSame = (field: Field) => JSON.stringify(before[field]) === JSON.stringify(after[field]);
  const shown = (field: Field, value: unknown) => {
    const text = <ChangedValue value={readable(field, value)} />;
    return marks && !isSame(field) ? <Mark>{text}</Mark> : text;
  };
  return (
    <DataTable
      label={t("table")}
      rows={fields.filter((field) => [before, after].some((of) => isThere(of[field]))).map((id) => ({ id }))}
      columns={[
        { name: t("field"), kind: "title", width: "14rem", cell: ({ id }) => t(`fields.${id}`) },
        { name: t(`heads.${heads[0]}`), cell: ({ id }) => shown(id, before[id]) },
        { name: t(`heads.${heads[1]}`), cell: ({ id }) => shown(id, after[id]) },
      ]}
    />
  );

  function isThere(value: unknown): boolean {
    return value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
  }

  function readable(field: Field, value: unknown): unknown {
    if (value === null || value === undefined) return null;
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (field === "protected") return t(value === "changed" ? "passwordChanged" : "passwordSet");
    if (field === "campaign") return names.campaign[value as number] ?? `#${value}`;
    if (field === "channels" || field === "pixels") {
      return (value as number[]).map((id) => names[field][id] ?? `#${id}`).join(", ");
    }
    if (field === "splitfinish") return decisionWords(value as SplitFinish);
    if (field === "tags") return (value as string[]).join(", ");
    if (typeof value === "string") return valueName("link", field, value) ?? (value || null);
    return isThere(value) ? value : null;
  }
}
