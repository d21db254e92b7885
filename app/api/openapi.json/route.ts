import { endpoint } from "@/lib/api/endpoint";
import { openApiDocument } from "@/lib/reference/document";
import { showReference } from "@/lib/reference/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showReference, async () => ({
  ...openApiDocument(),
}));
