import { endpoint } from "@/lib/http/endpoint";
import { archiveFile } from "@/lib/resources/account/archive/file";
import { showArchive } from "@/lib/resources/account/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showArchive, async ({ actor }) =>
  archiveFile(actor),
);
