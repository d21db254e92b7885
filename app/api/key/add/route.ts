import { endpoint } from "@/lib/http/endpoint";
import { addKey } from "@/lib/resources/api-keys/schema";
import { createKey } from "@/lib/resources/api-keys/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addKey, ({ actor, body }) => createKey(actor, body));
