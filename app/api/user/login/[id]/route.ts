import { endpoint } from "@/lib/api/endpoint";
import { createSsoUrl } from "@/lib/auth/sso";
import { logInUser } from "@/lib/users/operations";
import { getUser } from "@/lib/users/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(logInUser, async ({ actor, params }) => {
  const { id } = await getUser(actor, params.id);
  return { url: await createSsoUrl(id) };
});
