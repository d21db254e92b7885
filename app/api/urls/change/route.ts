import { endpoint } from "@/lib/http/endpoint";
import { changeLinks } from "@/lib/resources/links/bulk";
import { changeLinks as operation } from "@/lib/resources/links/bulk-operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operation, ({ actor, body }) =>
  changeLinks(actor, body),
);
