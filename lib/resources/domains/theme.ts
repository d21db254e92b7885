import { color, optional } from "@/lib/contract/fields";
import { forColumn } from "@/lib/contract/json-columns";
import { destination } from "@/lib/contract/link-fields";
import { picture } from "@/lib/contract/sent-file";
import { z } from "@/lib/contract/zod";

/** The pages whose text an owner can write. */
export const themedPages = ["missing", "ended", "password"] as const;
export type ThemedPage = (typeof themedPages)[number];

const words = (page: string) =>
  optional(
    z.object({
      title: z.string().trim().min(1).max(100).meta({ example: "This offer has ended" }),
      message: optional(z.string().trim().max(500)).describe("Text below the title."),
    }),
  ).describe(page);

/** The look of the pages that a domain shows to visitors, and the text of some of them. */
export const domainTheme = forColumn(
  "domains.theme",
  z.object({
    name: optional(z.string().trim().max(60)).describe("The name to show instead of the domain."),
    logo: optional(picture(destination().max(2048))).describe(
      "The address of an image, such as a file that you uploaded.",
    ),
    color: optional(color()).describe(
      "The color of buttons and links. If text in it would be hard to read, a darker or lighter shade is used.",
    ),
    missing: words("The page for links that do not exist, if `redirect404` is not set."),
    ended: words(
      "The page for expired links. Without it they look as if they did not exist; with it `redirect404` does not apply to them.",
    ),
    password: words("The page where visitors enter a link's password."),
  }),
);

export type DomainTheme = z.infer<typeof domainTheme>;
