import { endpoint } from "@/lib/http/endpoint";
import { showArchive } from "@/lib/resources/account/operations";
import { archiveFile } from "@/lib/resources/archive/file";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showArchive, ({ actor }) => archiveFile(actor));
