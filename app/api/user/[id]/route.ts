import { endpoint } from "@/lib/http/endpoint";
import { presentUser } from "@/lib/resources/users/presenter";
import { showUser } from "@/lib/resources/users/schema";
import { getUser } from "@/lib/resources/users/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showUser, async ({ actor, params }) => {
  return { data: presentUser(await getUser(actor, params.id)) };
});
