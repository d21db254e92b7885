import { Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { TopList } from "@/components/clicks/top-list";
import { AnswersTable } from "@/components/overlays/answers-table";
import { DownloadLink } from "@/components/ui/download-link";
import { ListPagination } from "@/components/ui/list-pagination";
import { answerFields } from "@/lib/resources/overlays/answer";
import type { OverlayType } from "@/lib/resources/overlays/content";
import type { answersOf } from "./answers-of";

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
export function Answers({ path, type, answers: { rows, page, pages, votes }, plan, now }: AnswersProps) {
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
