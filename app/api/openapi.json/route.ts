import { endpoint } from "@/lib/http/endpoint";
import { answerDocument } from "@/lib/http/openapi/document-answer";
import { storedOpenApi } from "@/lib/http/openapi/reference";
import { showReference } from "@/lib/http/openapi/reference-operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showReference, async ({ headers }) =>
  answerDocument(await storedOpenApi(), headers),
);
