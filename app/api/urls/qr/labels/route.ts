import { endpoint } from "@/lib/http/endpoint";
import { codesLabels } from "@/lib/resources/qr-files/file";
import { printLinkQrs } from "@/lib/resources/qr-files/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(printLinkQrs, ({ actor, body }) =>
  codesLabels(actor, body),
);
