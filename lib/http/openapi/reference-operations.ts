import { operation } from "@/lib/contract/operation";
import { z } from "@/lib/contract/zod";

export const showReference = operation({
  method: "GET",
  path: "/api/openapi.json",
  tag: "Service",
  summary: "This reference as OpenAPI 3.1",
  description:
    "This reference as OpenAPI 3.1, with an `ETag`. It is compressed if the client accepts that. Administrators can limit it to callers with an API key.",
  access: "public",
  bare: true,
  result: z.looseObject({ openapi: z.string().meta({ example: "3.1.1" }) }),
});
