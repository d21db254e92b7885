import { endpoint } from "@/lib/http/endpoint";
import { presentUser } from "@/lib/resources/users/presenter";
import * as operations from "@/lib/resources/users/schema";
import { listUsers } from "@/lib/resources/users/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listUsers, async ({ actor, query }) => {
  return { data: (await listUsers(actor, query)).map(presentUser) };
});
