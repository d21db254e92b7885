import { authorOf } from "@/lib/auth/actor";
import { record } from "@/lib/auth/events";
import { createSsoUrl } from "@/lib/auth/sso";
import { endpoint } from "@/lib/http/endpoint";
import { logInUser } from "@/lib/resources/users/schema";
import { getUser } from "@/lib/resources/users/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(logInUser, async ({ actor, params }) => {
  const { id } = await getUser(actor, params.id);
  const url = await createSsoUrl(id);
  await record("log_in_url_made", { account: id, ...authorOf(actor) });
  return { url };
});
