import { answerDocument } from "@/lib/http/document-answer";
import { endpoint } from "@/lib/http/endpoint";
import { storedOpenApi } from "@/lib/http/reference";
import { showReference } from "@/lib/http/reference-operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showReference, async ({ headers }) =>
  answerDocument(await storedOpenApi(), headers),
);
