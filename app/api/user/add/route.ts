import { endpoint } from "@/lib/api/endpoint";
import * as operations from "@/lib/users/operations";
import { addUser } from "@/lib/users/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.addUser, async ({ actor, body }) => {
  const { id, email, username } = await addUser(actor, body);
  return { message: "The user has been added.", data: { id, email, username } };
});
