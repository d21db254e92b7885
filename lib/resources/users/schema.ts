import { commonPasswords } from "@/lib/auth/common-passwords";
import { readNextPage } from "@/lib/auth/next-path";
import { accountEmail, foldEmail } from "@/lib/contract/email";
import { id, optional, timestamp } from "@/lib/contract/fields";
import { messageResult, operation } from "@/lib/contract/operation";
import { refusing, z } from "@/lib/contract/zod";

/** A log-in is not checked by the current rules for new passwords, which older ones may not meet. */
export const credentials = z.object({
  email: z.string().overwrite(foldEmail).min(1, refusing("own_email_required")).max(254, refusing("email_too_long")),
  password: z.string().min(1, refusing("own_password_required")).max(256, refusing("password_too_long")),
});

// Names that would mislead ("admin", "support") or are paths of the service's own pages.
const reserved = new Set(
  `about abuse account admin administrator api app auth avatar billing blog bot contact dashboard default dev docs help hostmaster
  info legal login logout mail me moderator noreply no-reply null official owner postmaster privacy qr register root security
  settings signpost staff status support system team terms undefined username users webmaster www`.split(/\s+/),
);

export const username = z
  .string({ error: refusing("username_required") })
  .trim()
  .min(3, refusing("characters_at_least", { count: 3 }))
  .max(32, refusing("characters_at_most", { count: 32 }))
  .regex(/^[A-Za-z0-9_-]+$/, refusing("username_characters"))
  .refine((value) => !reserved.has(value.toLowerCase()), refusing("username_reserved"));

const text = z
  .string({ error: refusing("password_required") })
  .max(256, refusing("characters_at_most", { count: 256 }));

/** Passwords that the API accepts. */
export const apiPassword = text.min(5, refusing("characters_at_least", { count: 5 }));

/** Passwords that the web pages accept. */
export const webPassword = text
  .min(8, refusing("characters_at_least", { count: 8 }))
  .refine((value) => !commonPasswords.has(value.toLowerCase()), refusing("password_too_common"));

export const registration = z.object({
  email: accountEmail,
  username,
  password: webPassword,
  /** the token of an administrator's invitation */
  invitation: z.string().max(100).optional(),
});

/** The address that an administrator invites. */
export const invitation = z.object({ email: accountEmail });

export const passwordResetRequest = z.object({ email: accountEmail });

/** The token of a mailed link or a log-in URL. */
export const mailedToken = z.object({ token: z.string().max(100) });

const ticked = z.literal("on").optional();

export const passwordReset = mailedToken.extend({ password: webPassword, replaceKey: ticked, disconnect: ticked });

export const emailConfirmation = mailedToken.extend({ password: credentials.shape.password });

/** The id of a log-in's cookie. */
export const begunLogIn = z.object({ of: z.string().max(100).default("") });

export const secondFactor = z.object({
  code: z.string().trim().min(1, refusing("code_required")).max(64, refusing("code_too_long")),
});

/** Adds the page to open after the form. Any other address is left out. */
export const withNext = <Shape extends z.core.$ZodLooseShape>(form: z.ZodObject<Shape>) =>
  form.extend({ next: z.string().optional().transform(readNextPage) });

const listUsersQuery = z.object({
  filter: optional(z.enum(["admin", "free", "pro"])).describe("Only users with this `status`."),
  email: optional(z.string().max(254)).describe(
    "Only users whose e-mail address contains this text, in upper or lower case.",
  ),
});

export const createUserBody = z
  .object({
    username: username.describe("3 to 32 letters, digits, `-` and `_`."),
    email: accountEmail.describe("The e-mail address for logging in."),
    password: apiPassword.describe("At least 5 characters."),
    planid: optional(id()).describe("The ID of the user's plan. Default: a free one."),
    expiration: optional(timestamp()).describe("When a paid plan ends (UTC). Default: it does not end."),
  })
  .meta({ example: { username: "ada", email: "ada@example.com", password: "quiet river stone" } });

export type UserFilter = z.infer<typeof listUsersQuery>;
export type CreateUser = z.infer<typeof createUserBody>;

/** A user as administrators see them. */
export const userItem = z
  .object({
    id: z.int().meta({ example: 7 }),
    email: z.string().meta({ format: "email", example: "ada@example.com" }),
    username: z.string().meta({ example: "ada" }),
    avatar: z
      .url()
      .describe("A picture that this service draws.")
      .meta({ example: "https://go.example.com/avatar/7.svg" }),
    status: z
      .enum(["admin", "free", "pro"])
      .describe("`pro`: has a paid plan that has not ended. Administrators are `admin`, regardless of their plan.")
      .meta({ example: "pro" }),
    planid: z
      .int()
      .describe("The current plan. A paid plan that has ended counts as the free plan.")
      .meta({ example: 2 }),
    expires: timestamp()
      .nullable()
      .describe("When the plan ends (UTC). `null` for a free plan and for a plan without end."),
    registered: timestamp().describe("When the account was created (UTC)."),
    apikey: z.string().meta({ example: "sp_5dqJ2c0wX4vT8yLr1mKe7aBhNf3gUzPsQi6oVtCxWkY" }),
  })
  .meta({ id: "User" });

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
