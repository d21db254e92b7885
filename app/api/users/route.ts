import { endpoint } from "@/lib/api/endpoint";
import * as operations from "@/lib/users/operations";
import { presentUser } from "@/lib/users/presenter";
import { listUsers } from "@/lib/users/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listUsers, async ({ actor, query }) => {
  return { data: (await listUsers(actor, query)).map(presentUser) };
});
