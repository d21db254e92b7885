import { createSsoUrl } from "@/lib/auth/sso";
import { endpoint } from "@/lib/http/endpoint";
import { logInUser } from "@/lib/resources/users/operations";
import { getUser } from "@/lib/resources/users/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(logInUser, async ({ actor, params }) => {
  const { id } = await getUser(actor, params.id);
  return { url: await createSsoUrl(id) };
});
