import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/users/schema";
import { addUser } from "@/lib/resources/users/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.addUser, async ({ actor, body }) => {
  const { id, email, username } = await addUser(actor, body);
  return { message: "The user has been added.", data: { id, email, username } };
});
