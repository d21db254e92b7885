import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { createUserBody, listUsersQuery, userItem } from "./schema";

const tag = "Users";
const access = "admin";
const params = z.object({ id: id().describe("The ID of the user.") });

export const listUsers = operation({
  method: "GET",
  path: "/api/users",
  tag,
  summary: "List the users",
  description: "All users, newest first. This list has no pages.",
  access,
  query: listUsersQuery,
  result: z.object({ data: z.array(userItem) }),
});

export const showUser = operation({
  method: "GET",
  path: "/api/user/{id}",
  tag,
  summary: "Show a user",
  access,
  params,
  result: z.object({ data: userItem }),
});

export const addUser = operation({
  method: "POST",
  path: "/api/user/add",
  tag,
  summary: "Add a user",
  description: "They can log in at once. The list of users shows their API key.",
  access,
  body: createUserBody,
  refuses: ["email_taken", "username_taken", "plan_unknown"],
  warns: ["plan_end_past"],
  result: messageResult.extend({ data: userItem.pick({ id: true, email: true, username: true }) }),
});

export const removeUser = operation({
  method: "DELETE",
  path: "/api/user/{id}/delete",
  tag,
  summary: "Delete a user",
  description:
    "Deletes everything that they own: links, clicks, statistics, QR codes, pages and messages. This cannot be undone. You cannot delete yourself, so that there is always an administrator.",
  access,
  params,
  refuses: ["admin_deletes_self", "admin_no_longer", "last_admin_stays"],
  result: messageResult,
});

export const logInUser = operation({
  method: "GET",
  path: "/api/user/login/{id}",
  tag,
  summary: "Create a log-in URL for a user",
  description:
    "The URL logs in as the user and opens the dashboard. It works once, within an hour. Link previews do not use it up.",
  access,
  params,
  result: z.object({
    url: z
      .string()
      .meta({ format: "uri", example: "https://go.example.com/login/sso/2fJdHx0p0cYyXj7nL9oTqA5rWvU8eKzGmB3iSb1hN4Q" }),
  }),
});
