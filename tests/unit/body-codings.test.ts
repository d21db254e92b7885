import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readInput } from "@/lib/contract/body/body";
import type { AppError } from "@/lib/contract/errors";

const read = (body: BodyInit, headers: Record<string, string>) =>
  readInput(new Request("http://localhost/", { method: "POST", body, headers }));

const refused = async (body: BodyInit, headers: Record<string, string>) => {
  const { kind, code } = await read(body, headers).then(
    () => expect.fail("it was accepted"),
    (error: AppError) => error,
  );
  return [kind, code];
};

const isJson = { "content-type": "application/json" };
const isForm = (charset = "") => ({ "content-type": `application/x-www-form-urlencoded${charset}` });
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const packed = (bytes: Buffer) => new Uint8Array(bytes);

describe("a compressed body", () => {
  const text = JSON.stringify({ a: "é".repeat(1_000) });

  it.each([
    ["gzip", gzipSync(text)],
    ["X-GZIP", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["br", brotliCompressSync(text)],
    ["identity", Buffer.from(text)],
    ["deflate, gzip", gzipSync(deflateSync(text))],
  ])("is accepted as %s", async (coding, body) => {
    expect(await read(packed(body), { ...isJson, "content-encoding": coding })).toEqual(JSON.parse(text));
  });

  it("can be a form, or empty", async () => {
    expect(await read(packed(gzipSync("a=1")), { ...isForm(), "content-encoding": "gzip" })).toEqual({ a: "1" });
    expect(await read("", { ...isJson, "content-encoding": "gzip" })).toEqual({});
  });

  it.each([
    ["gzip", gzipSync],
    ["br", (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ["deflate", deflateSync],
  ])("of %s can decompress to exactly 1 MiB, and is rejected at the next byte", async (coding, compress) => {
    const of = (bytes: number) => packed(compress(`"${"x".repeat(bytes - 2)}"`));
    const headers = { ...isJson, "content-encoding": coding };
    expect(await read(of(1024 * 1024), headers)).toHaveLength(1024 * 1024 - 2);
    expect(await refused(of(1024 * 1024 + 1), headers)).toEqual(["too_large", "body_too_large"]);
    expect(await refused(of(200 * 1024 * 1024), headers)).toEqual(["too_large", "body_too_large"]);
  });

  it("is rejected during decompression if it becomes too large", async () => {
    const twice = packed(gzipSync(gzipSync(Buffer.alloc(100_000_000))));
    expect(await refused(twice, { ...isJson, "content-encoding": "gzip, gzip" })).toEqual([
      "too_large",
      "body_too_large",
    ]);
  });

  it.each([
    ["gzip", Buffer.from(text)],
    ["gzip", gzipSync(text).subarray(0, 20)],
    ["deflate", gzipSync(text)],
    ["br", gzipSync(text)],
  ])("is rejected if it is not valid %s", async (coding, body) => {
    const headers = { ...isJson, "content-encoding": coding };
    expect(await refused(packed(body), headers)).toEqual(["invalid", "body_not_compressed"]);
  });

  it.each(["zstd", "compress", "constructor", "gzip, gzip, gzip", "gzip; q=1", "x".repeat(9_000)])(
    "is rejected as %s, and the error names the supported encodings",
    async (coding) => {
      expect(await refused(packed(gzipSync(text)), { ...isJson, "content-encoding": coding })).toEqual([
        "unsupported_type",
        "body_encoding_unknown",
      ]);
    },
  );
});

describe("a charset", () => {
  const utf16 = new Uint8Array(Buffer.from('{"a":"é€"}', "utf16le"));

  it.each([
    ["JSON in Latin-1", latin1('{"a":"\xe9"}'), { "content-type": "application/json; charset=ISO-8859-1" }, "é"],
    ["JSON in UTF-16", utf16, { "content-type": 'application/json;charset="utf-16le"' }, "é€"],
    ["a form's bytes", latin1("a=caf\xe9"), isForm("; charset=iso-8859-1"), "café"],
    ["a form's percents", "a=caf%E9+%80", isForm(";charset=windows-1252"), "café €"],
    ["a form's names", "%E9=1", isForm(";charset=latin1"), undefined],
    ["a form that says so inside", "_charset_=Shift_JIS&a=%93%FA%96%7B", isForm(), "日本"],
    ["a form in UTF-8", "a=caf%C3%A9&b=%", isForm(), "café"],
  ])("is used in %s", async (_, body, headers, value) => {
    const input = (await read(body, headers)) as Record<string, unknown>;
    expect(value === undefined ? input.é : input.a).toBe(value ?? "1");
  });

  const part = (name: string, value: string, more = "") =>
    `--xyz\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const inParts = { "content-type": "multipart/form-data; boundary=xyz" };

  it.each([
    ["the whole", part("a", "caf\xe9"), { "content-type": "multipart/form-data; charset=latin1; boundary=xyz" }],
    ["one part", part("a", "caf\xe9", "\r\nContent-Type: text/plain; charset=ISO-8859-15"), inParts],
    ["a part that is called so", part("_charset_", "iso-8859-1") + part("a", "caf\xe9"), inParts],
    ["none, which is UTF-8", part("a", "caf\xc3\xa9"), inParts],
  ])("of a multipart form is that of %s", async (_, parts, headers) => {
    expect(await read(latin1(`${parts}--xyz--\r\n`), headers)).toMatchObject({ a: "café" });
  });

  it.each([
    ["unknown", '{"a":1}', { "content-type": "application/json; charset=utf-7" }, "body_charset_unknown"],
    ["unknown in a form", "a=1", isForm("; charset=klingon"), "body_charset_unknown"],
    ["unknown in a form's field", "_charset_=klingon&a=1", isForm(), "body_charset_unknown"],
    ["another than it is", latin1("a=caf\xe9"), isForm(), "body_not_in_charset"],
    ["another than it is, in percents", "a=caf%E9", isForm("; charset=utf-8"), "body_not_in_charset"],
    ["another than it is, in JSON", latin1('{"a":"\xe9"}'), isJson, "body_not_in_charset"],
    ["another than it is, in parts", latin1(`${part("a", "\xe9")}--xyz--`), inParts, "body_not_in_charset"],
  ])("is rejected if it is %s, without replacement characters", async (_, body, headers, code) => {
    expect((await refused(body, headers))[1]).toBe(code);
  });
});
