import { endpoint } from "@/lib/http/endpoint";
import { deleteUser } from "@/lib/resources/users/delete";
import { removeUser } from "@/lib/resources/users/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeUser, async ({ actor, params }) => {
  await deleteUser(actor, params.id);
  return { message: "The user and everything they owned has been deleted." };
});
