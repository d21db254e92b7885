import { endpoint } from "@/lib/http/endpoint";
import { codesZip } from "@/lib/resources/qr-files/file";
import { downloadLinkQrs } from "@/lib/resources/qr-files/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(downloadLinkQrs, ({ actor, body }) =>
  codesZip(actor, body),
);
