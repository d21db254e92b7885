import type { Actor } from "@/lib/auth/actor";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { requireFeature } from "@/lib/resources/plans/quota";
import { answerFields } from "./answer";
import { allAnswers } from "./answers";
import { getOverlay } from "./service";
import { readAnswer } from "./stored";

const headings = { name: "Name", email: "E-mail", message: "Message", option: "Choice" };

/** The answers to the actor's overlay as a table, newest first. Rows are read while they are consumed. */
export async function answersTable(actor: Actor, overlayId: number) {
  const { type, name } = await getOverlay(actor, overlayId);
  requireFeature(actor, "export");
  const columns = answerFields(type);
  return { name, header: ["Date (UTC)", "Link", ...columns.map((field) => headings[field])], rows };

  async function* rows() {
    for await (const { createdAt, link, content } of allAnswers(overlayId)) {
      const answer = readAnswer(content);
      yield [formatTimestamp(createdAt), link && shortUrlOf(link), ...columns.map((field) => answer[field] ?? null)];
    }
  }
}
