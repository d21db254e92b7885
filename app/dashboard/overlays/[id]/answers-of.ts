import { readPage } from "@/components/ui/list-view";
import type { Overlay } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { listAnswers, votesOf } from "@/lib/resources/overlays/answers";
import type { OverlaySnapshot } from "@/lib/resources/overlays/content";
import { readAnswer, readContent } from "@/lib/resources/overlays/stored";

/** A page of an overlay's answers, and the votes per option if it is a poll. */
export async function answersOf(actor: Actor, overlay: Overlay, requested: number) {
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
  const votes = await votesOf(poll);
  return poll.content.options.map((value, index) => ({ value, clicks: votes[index] ?? 0 }));
}
