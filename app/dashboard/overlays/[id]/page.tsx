import { EmptyState, Group, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { TopList } from "@/components/clicks/top-list";
import { type DeletedOverlay, useOverlayDeletion } from "@/components/deletions/use-deletion";
import classes from "@/components/overlays/overlays.module.css";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { DataTable } from "@/components/ui/data-table";
import { DownloadLink } from "@/components/ui/download-link";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { TextLink } from "@/components/ui/link";
import { ListPagination } from "@/components/ui/list-pagination";
import { listView, readPage } from "@/components/ui/list-view";
import { Page } from "@/components/ui/page";
import type { Overlay } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { withoutScheme } from "@/lib/contract/readable-url";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { countUses } from "@/lib/resources/links/uses";
import { type AnswerContent, answerFields, isAsking } from "@/lib/resources/overlays/answer";
import { countVotes, listAnswers } from "@/lib/resources/overlays/answers";
import type { OverlaySnapshot, OverlayType } from "@/lib/resources/overlays/content";
import { type OverlayCounts, readOverlayCounts, responseRate } from "@/lib/resources/overlays/counts";
import { readAnswer, readContent } from "@/lib/resources/overlays/presenter";
import { hasFeature } from "@/lib/resources/plans/quota";
import { countText } from "../../_lib/count-texts";
import { loadOverlay } from "../../_lib/owned-row-loader";
import { deleteOverlayAction } from "../actions";

export async function generateMetadata({ params }: PageProps<"/dashboard/overlays/[id]">): Promise<Metadata> {
  return { title: (await loadOverlay((await params).id)).row.name };
}

/** An overlay's results, and its answers if it has a form. */
export default async function OverlayPage({ params, searchParams }: PageProps<"/dashboard/overlays/[id]">) {
  const t = await getTranslations("overlays");
  const { actor, row: overlay } = await loadOverlay((await params).id);
  const { id, name, type } = overlay;
  const path = `/dashboard/overlays/${id}`;
  const hasAnswers = isAsking(type);
  const [answers, uses, counts] = await Promise.all([
    hasAnswers ? answersOf(actor, overlay, listView.parse(await searchParams).page) : null,
    countUses("overlay", [id]),
    readOverlayCounts(actor, [id]),
  ]);
  const links = uses.get(id) ?? { count: 0, some: [] };
  const total = answers?.total ?? 0;
  const count = await countText(t("answers.count", { count: total }), answers?.atMost);
  return (
    <Page
      title={name}
      note={hasAnswers ? count : t(`types.${type}`)}
      actions={<OverlayButtons overlay={{ id, name, links, answers: total }} remove={deleteOverlayAction} />}
    >
      <Stack gap="lg">
        <OverlayFigures counts={counts(id)} asks={hasAnswers} />
        {answers && total > 0 && (
          <Answers
            {...{ path, type, answers }}
            plan={hasFeature(actor, "export") ? null : actor.plan.name}
            now={new Date()}
          />
        )}
        {total === 0 && (hasAnswers || links.count === 0) && (
          <EmptyState
            py={48}
            variant="light"
            icon={<IconInbox />}
            title={t(hasAnswers ? "answers.empty" : "figures.unused")}
            description={t("answers.emptyText", { links: links.count })}
          />
        )}
      </Stack>
    </Page>
  );
}

interface AnswersProps {
  /** The address of the overlay's page. */
  path: string;
  type: OverlayType;
  answers: Awaited<ReturnType<typeof answersOf>>;
  /** The plan's name if it has no downloads, else null. */
  plan: string | null;
  now: Date;
}

/** Visitors' answers to an overlay. */
function Answers({ path, type, answers: { rows, page, pages, votes }, plan, now }: AnswersProps) {
  const t = useTranslations("overlays.answers");
  return (
    <>
      {votes && <TopList title={t("votes")} entries={votes} total={totalOf(votes)} nameOf={(option) => option} />}
      <AnswersTable fields={answerFields(type)} rows={rows} now={now} />
      <Group justify="space-between">
        {plan === null ? (
          <DownloadLink href={`${path}/answers`}>{t("download")}</DownloadLink>
        ) : (
          <Text size="sm" c="dimmed">
            {t("noExport", { plan })}
          </Text>
        )}
        <ListPagination path={path} parameters={{}} page={page} pages={pages} />
      </Group>
    </>
  );
}

const totalOf = (votes: { clicks: number }[]) => votes.reduce((sum, { clicks }) => sum + clicks, 0);

/** A page of an overlay's answers, and the votes per option if it is a poll. */
async function answersOf(actor: Actor, overlay: Overlay, requested: number) {
  const { id, type } = overlay;
  const [{ rows, ...found }, votes] = await Promise.all([
    readPage(requested, (page) => listAnswers(actor, id, page)),
    type === "poll" ? votesIn(overlay) : null,
  ]);
  return {
    ...found,
    votes,
    rows: rows.map(({ id, content, link, createdAt }) => ({
      ...{ id, createdAt },
      content: readAnswer(content),
      link: link && { id: link.id, shortUrl: shortUrlOf(link) },
    })),
  };
}

type Poll = OverlaySnapshot & { type: "poll" };

async function votesIn({ id, content }: Overlay) {
  const poll: Poll = { id, type: "poll", content: readContent("poll", content) };
  const votes = await countVotes(poll);
  return poll.content.options.map((value, index) => ({ value, clicks: votes[index] ?? 0 }));
}

interface AnswerRow {
  id: number;
  content: AnswerContent;
  /** The link that showed the overlay. Null once it is deleted. */
  link: { id: number; shortUrl: string } | null;
  createdAt: Date;
}

interface AnswersTableProps {
  fields: (keyof AnswerContent)[];
  rows: AnswerRow[];
  now: Date;
}

/** Visitors' answers to an overlay. */
function AnswersTable({ fields, rows, now }: AnswersTableProps) {
  const t = useTranslations("overlays.answers");
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        ...fields.map((field, index) => ({
          name: t(`fields.${field}`),
          kind: index === 0 ? ("title" as const) : undefined,
          cell: ({ content }: AnswerRow) => <span className={classes.message}>{content[field]}</span>,
        })),
        {
          name: t("link"),
          cell: ({ link }) =>
            link ? (
              <TextLink href={`/dashboard/links/${link.id}`} prefetch={false} underline="hover">
                {withoutScheme(link.shortUrl)}
              </TextLink>
            ) : (
              t("linkDeleted")
            ),
        },
        { name: t("time"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
    />
  );
}

function OverlayButtons({ overlay, remove }: { overlay: DeletedOverlay; remove: DeleteAction }) {
  const deletion = useOverlayDeletion(remove)(overlay);
  return (
    <EntryButtons edit={`/dashboard/overlays/${overlay.id}/edit`} deletion={deletion} list="/dashboard/overlays" />
  );
}

interface OverlayFiguresProps {
  counts: OverlayCounts;
  /** Whether visitors answer it. Otherwise they click. */
  asks: boolean;
}

/** An overlay's impressions, its clicks or answers, and its rate. */
function OverlayFigures({ counts, asks }: OverlayFiguresProps) {
  const t = useTranslations("overlays.figures");
  const format = useFormatter();
  const { impressions, responses, since } = counts;
  const rate = responseRate(counts);
  const figures = [
    { label: t("impressions"), value: format.number(impressions) },
    { label: t(asks ? "answers" : "clicks"), value: format.number(responses) },
    {
      label: t("rate"),
      value: rate === null ? "–" : format.number(rate, { style: "percent", maximumFractionDigits: 1 }),
    },
  ];
  return (
    <Paper component="section" className={classes.figures} aria-label={t("title")}>
      <SimpleGrid cols={3} component="dl" m={0}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </SimpleGrid>
      <p className={classes.since}>
        {since ? t("since", { day: format.dateTime(since, { dateStyle: "long" }) }) : t("never")}
      </p>
    </Paper>
  );
}
