import { endpoint } from "@/lib/api/endpoint";
import { showUser } from "@/lib/users/operations";
import { presentUser } from "@/lib/users/presenter";
import { getUser } from "@/lib/users/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showUser, async ({ actor, params }) => {
  return { data: presentUser(await getUser(actor, params.id)) };
});
