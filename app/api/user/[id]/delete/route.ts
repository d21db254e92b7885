import { endpoint } from "@/lib/http/endpoint";
import { deleteUser } from "@/lib/resources/users/delete";
import { removeUser } from "@/lib/resources/users/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeUser, async ({ actor, params }) => {
  const isErased = await deleteUser(actor, params.id);
  return {
    message: isErased
      ? "The user and everything they owned has been deleted."
      : "The user has been deleted. What they owned is no longer available, and is being erased.",
  };
});
