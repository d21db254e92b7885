import { AppError } from "@/lib/contract/errors";
import { endpoint } from "@/lib/http/endpoint";
import { answerDocument } from "@/lib/http/openapi/document-answer";
import { storedOpenApi } from "@/lib/http/openapi/reference";
import { showReference } from "@/lib/http/openapi/reference-operations";
import { instanceSettings } from "@/lib/platform/cache/instance-settings";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showReference, async ({ actor, headers }) => {
  if (!actor && !(await instanceSettings()).docsPage) throw new AppError("api_key_required");
  return answerDocument(await storedOpenApi(), headers);
});
