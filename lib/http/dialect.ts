import type { Method } from "@/lib/contract/operation";

type Fields = Record<string, string>;
type Body = Record<string, unknown>;

export interface OtherWords {
  /** the operation, such as `POST /api/url/add` */
  of: string;
  /** other names of its fields, by the field's own name */
  fields?: Fields;
  /** other values of a field */
  values?: Record<string, Fields>;
  /** converts another form of the body to the operation's form; `words` describes the other form */
  reshape?: (body: Body) => Body;
  words?: string;
}

export interface OtherPath extends OtherWords {
  method: Method;
  path: string;
}

const of = (operation: string, words: Omit<OtherWords, "of">): OtherWords => ({ of: operation, ...words });
const path = (method: Method, path: string, operation: string, fields?: Fields): OtherPath => ({
  method,
  path,
  of: operation,
  fields,
});

const redirects = { redirect_root: "redirectroot", redirect_404: "redirect404" };
const own = ["type", "name", "content"];

/** Other names for members of an overlay's content. None of them is the name of another member. */
const contentNames: Fields = { message: "text", button_text: "button", button_url: "url" };

/** Moves everything except an overlay's name and type into its content. For images, the URL is where a click leads. */
function withContent(body: Body): Body {
  const rest = Object.entries(body).filter(([name]) => !own.includes(name));
  const sent = body.content === undefined ? Object.fromEntries(rest) : body.content;
  if (typeof sent !== "object" || sent === null || Array.isArray(sent) || Object.keys(sent).length === 0) return body;
  const named = Object.entries(body).filter(([name]) => own.includes(name));
  const names: Fields = body.type === "image" ? { ...contentNames, button_url: "link" } : contentNames;
  const content = Object.entries(sent).flatMap(([name, value]) => {
    const ours = Object.hasOwn(names, name) ? (names[name] ?? name) : name;
    // If both names are sent, the operation's own name wins.
    return ours !== name && Object.hasOwn(sent, ours) ? [] : [[ours, value]];
  });
  return { ...Object.fromEntries(named), content: Object.fromEntries(content) };
}

/** If the data of an e-mail or SMS is a plain text, it is the recipient. */
function withData(body: Body): Body {
  const member = body.type === "email" ? "email" : body.type === "sms" ? "phone" : undefined;
  return member && typeof body.data === "string" ? { ...body, data: { [member]: body.data } } : body;
}

const flatOverlay = {
  reshape: withContent,
  words:
    "The fields of `content`, next to `name`. `message`, `button_text` and `button_url` mean its `text`, `button` and `url`.",
};

/** Other names that existing clients use, by operation. */
export const otherWords: OtherWords[] = [
  of("GET /api/urls", { fields: { keyword: "alias" } }),
  of("POST /api/domain/add", { fields: redirects }),
  of("PUT /api/domain/{id}/update", { fields: redirects }),
  of("POST /api/overlay/add", flatOverlay),
  of("PUT /api/overlay/{id}/update", flatOverlay),
  of("POST /api/channel/{id}/assign/{type}/{itemid}", { values: { type: { url: "links" } } }),
  of("POST /api/qr/add", {
    reshape: withData,
    words: "`data` of `email` and `sms` as text: the address or the number.",
  }),
];

/** Other addresses that existing clients use. Each has its file in app/api. */
export const otherPaths: OtherPath[] = [
  path("GET", "/api/link/{id}", "GET /api/url/{id}"),
  path("PUT", "/api/link/{id}/update", "PUT /api/url/{id}/update"),
  path("DELETE", "/api/link/{id}/delete", "DELETE /api/url/{id}/delete"),
  path("POST", "/api/url/stats", "GET /api/url/{id}", { urlid: "id" }),
  path("POST", "/api/url/get", "GET /api/urls"),
  path("POST", "/api/user/create", "POST /api/user/add"),
  path("POST", "/api/user/get", "GET /api/user/{id}", { userid: "id" }),
  path("POST", "/api/campaign/{id}/assign", "POST /api/campaign/{id}/assign/{linkid}", { link_id: "linkid" }),
  path("POST", "/api/channel/{id}/assign", "POST /api/channel/{id}/assign/{type}/{itemid}", { item_id: "itemid" }),
];
