import { beforeAll, describe, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { sendRaw } from "../support/raw-request";

const server = inject("server");
let owner: LinkOwner;
beforeAll(async () => {
  owner = await linkOwner(server);
});

const add = (headers: string, body: string) =>
  sendRaw(server, `POST /api/url/add\nAuthorization: Bearer ${owner.user.key}${headers && `\n${headers}`}\n\n${body}`);

const isForm = "Content-Type: application/x-www-form-urlencoded";

async function made(headers: string, body: string) {
  const answer = await add(headers, body);
  expect(answer.body).toMatchObject({ error: 0 });
  return (await owner.show(answer.body.id)).details;
}

describe("a link is created", () => {
  it("by requests' `data=json.dumps(…)`, which sends no type", async () => {
    expect(await made("User-Agent: python-requests/2.32.3", '{"url": "https://example.com/a"}')).toMatchObject({
      longurl: "https://example.com/a",
    });
  });

  it("by curl's `-d`, which calls JSON a form", async () => {
    expect(await made(`User-Agent: curl/8.5.0\n${isForm}`, '{"url":"https://example.com/b"}')).toMatchObject({
      longurl: "https://example.com/b",
    });
  });

  it("by PHP's http_build_query, with brackets", async () => {
    const body =
      "url=https%3A%2F%2Fexample.com%2Fc%3Fx%3D1%262&type=direct&metatitle=One+%26+two" +
      "&geotarget%5B0%5D%5Blocation%5D=FR&geotarget%5B0%5D%5Blink%5D=https%3A%2F%2Fexample.com%2Ffr" +
      "&geotarget%5B1%5D%5Blocation%5D=Germany&geotarget%5B1%5D%5Blink%5D=https%3A%2F%2Fexample.com%2Fde" +
      "&parameters%5B0%5D%5Bname%5D=utm_source&parameters%5B0%5D%5Bvalue%5D=poster" +
      "&deeplink%5Bauto%5D=1&deeplink%5Bapple%5D=https%3A%2F%2Fexample.com%2Fapple";
    expect(await made(`${isForm}; charset=utf-8`, body)).toMatchObject({
      longurl: "https://example.com/c?x=1&2",
      metatitle: "One & two",
      geotarget: [
        { location: "FR", link: "https://example.com/fr" },
        { location: "DE", link: "https://example.com/de" },
      ],
      parameters: [{ name: "utm_source", value: "poster" }],
      deeplink: { auto: true, apple: "https://example.com/apple", google: null },
    });
  });

  it("by a multipart form, as PHP and axios's FormData send arrays", async () => {
    const part = (name: string, value: string) =>
      `--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = `${part("url", "https://example.com/ü")}${part("geotarget[0][location]", "FR")}${part(
      "geotarget[0][link]",
      "https://example.com/fr",
    )}--xyz--\r\n`;
    // The first empty line ends the head.
    expect(await made("Content-Type: multipart/form-data; boundary=xyz", body)).toMatchObject({
      longurl: "https://example.com/%C3%BC",
      geotarget: [{ location: "FR", link: "https://example.com/fr" }],
    });
  });

  it("if PHP's json_encode wrote an empty array instead of an object", async () => {
    expect(await made("Content-Type: application/json", '{"url":"https://example.com/","deeplink":[]}')).toMatchObject({
      deeplink: null,
    });
  });
});

it("an empty array instead of the body changes nothing", async () => {
  const { id } = await owner.create({ description: "stays" });
  const { status } = await sendRaw(
    server,
    `PUT /api/url/${id}/update\nAuthorization: Bearer ${owner.user.key}\nContent-Type: application/json\n\n[]`,
  );
  expect([status, (await owner.show(id)).details.description]).toEqual([200, "stays"]);
});

it("an empty field of a form counts as not sent", async () => {
  const { id } = await owner.create({ description: "stays" });
  const { status } = await sendRaw(
    server,
    `PUT /api/url/${id}/update\nAuthorization: Bearer ${owner.user.key}\n${isForm}\n\ndescription=&metatitle=New`,
  );
  expect([status, (await owner.show(id)).details]).toMatchObject([200, { description: "stays", metatitle: "New" }]);
});

describe("rejected:", () => {
  const parts = "Content-Type: multipart/form-data; boundary=xyz";
  it.each([
    ["a query is no body", "", "", 400, "required"],
    ["a form without the field", isForm, "custom=abc", 400, "required"],
    ["a field of another type", isForm, "url[a]=https://example.com/", 400, "wrong_type"],
    ["a form of 1,001 fields", isForm, `url=https://example.com/${"&a=1".repeat(1000)}`, 400, "body_too_many_values"],
    ["a form with deep brackets", isForm, `url${"[a]".repeat(400)}=1`, 400, "body_name_too_long"],
    ["a form of a megabyte", isForm, `url=${"x".repeat(1024 * 1024)}`, 413, "body_too_large"],
    ["broken parts", parts, "--xyz\r\nnonsense", 400, "body_not_a_form"],
    ["parts without a boundary", "Content-Type: multipart/form-data", "--xyz--", 400, "body_not_a_form"],
    [
      "a file",
      parts,
      '--xyz\r\nContent-Disposition: form-data; name="url"; filename="a.txt"\r\n\r\nx\r\n--xyz--\r\n',
      400,
      "body_has_file",
    ],
    ["another type", "Content-Type: text/csv", "url,https://example.com/", 415, "body_type_unknown"],
    ["a text that is no JSON", "Content-Type: text/plain", "url=https://example.com/", 400, "body_not_json"],
  ])("%s", async (_, headers, body, status, code) => {
    const answer = await sendRaw(
      server,
      `POST /api/url/add?url=https://example.com/query\nAuthorization: ${owner.user.key}${headers && `\n${headers}`}\n\n${body}`,
    );
    const { errors = [answer.body] } = answer.body;
    expect([answer.status, errors[0].code]).toEqual([status, code]);
  });

  it("no field name of a form reaches a prototype", async () => {
    const body = "url=https://example.com/&__proto__[status]=private&constructor[prototype][status]=private";
    expect(await made(isForm, body)).toMatchObject({ status: "public" });
  });
});
