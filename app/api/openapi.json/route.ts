import { endpoint } from "@/lib/http/endpoint";
import { openApiDocument } from "@/lib/http/reference";
import { showReference } from "@/lib/http/reference-operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showReference, async () => ({
  ...(await openApiDocument()),
}));
