import { describe, expect, it } from "vitest";
import { describeVisit } from "@/lib/clicks/classify/visit";
import { html } from "@/lib/contract/html";
import type { Answer } from "@/lib/visits/core/answer";
import { isSameOriginForm } from "@/lib/visits/core/request";
import { page } from "@/lib/visits/pages/page";
import { pixelsFor } from "@/lib/visits/pages/pixels";
import { agents } from "../support/visit";

const markup = `<script>"'&`;
const escaped = "&lt;script&gt;&quot;&#39;&amp;";

describe("the html template", () => {
  it("escapes values in text and in attributes", () => {
    expect(html`<p title="${markup}">${markup}</p>`.toString()).toBe(`<p title="${escaped}">${escaped}</p>`);
  });

  it("does not escape its own output twice", () => {
    expect(html`<p>${html`<b>${markup}</b>`}</p>`.toString()).toBe(`<p><b>${escaped}</b></p>`);
  });

  it("concatenates lists, and prints nothing for no value", () => {
    expect(html`${[1, "<", html`<br>`]}${null}${undefined}${false}${""}`.toString()).toBe("1&lt;<br>");
  });

  it("trusts no imitation of its own output", () => {
    const forged = { text: "<b>", toString: () => "<b>" };
    expect(html`${forged as never}`.toString()).toBe("&lt;b&gt;");
  });
});

describe("a page", () => {
  const headerOf = ({ headers }: Answer, name: string) => headers[headers.indexOf(name) + 1] ?? "";
  const policyOf = (answer: Answer) => headerOf(answer, "Content-Security-Policy");

  it("allows the hosts of its pixels and its own sources, and no others", () => {
    const visit = describeVisit({ method: "GET", headers: { "user-agent": agents.windows } }, "192.0.2.1");
    const pixels = pixelsFor(
      [
        { type: "fbpixel", tag: "12" },
        { type: "vendor11", tag: "34" },
      ],
      visit,
      { url: "/alias", headers: {} },
      true,
    );
    const answer = page({ title: "A", body: html``, policy: { "img-src": "https://example.com" }, pixels });
    const policy = policyOf(answer).replaceAll(/'nonce-[^']+'/g, "'nonce'");
    expect(policy.split("; ").slice(4)).toEqual([
      "img-src data: https://example.com https://www.facebook.com https://tr.snapchat.com",
      "script-src 'nonce' https://connect.facebook.net https://sc-static.net https://tr.snapchat.com",
      "connect-src https://www.facebook.com https://connect.facebook.net https://tr.snapchat.com https://tr6.snapchat.com",
      "frame-src https://tr.snapchat.com",
      "style-src 'nonce'",
    ]);
  });

  it("allows only its own style and its empty icon", () => {
    const answer = page({ title: "A", body: html`<p>B</p>` });
    expect(policyOf(answer)).toMatch(
      /^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src data:; style-src 'nonce-[\w+/=]{24}'$/,
    );
    expect(answer.status).toBe(200);
    expect(headerOf(answer, "Cache-Control")).toBe("no-store");
    expect(headerOf(answer, "X-Content-Type-Options")).toBe("nosniff");
  });

  it("gives its style and script a nonce for this answer only", () => {
    const [first, second] = [1, 2].map(() => page({ title: "A", body: html``, script: "run()" }));
    const nonceOf = (answer = first) => /script-src 'nonce-([^']+)'/.exec(answer ? policyOf(answer) : "")?.[1];
    expect(first?.body).toContain(`<script nonce="${nonceOf(first)}">run()</script>`);
    expect(first?.body).toContain(`<style nonce="${nonceOf(first)}">`);
    expect(nonceOf(first)).not.toBe(nonceOf(second));
  });

  it("accepts the sources that it needs", () => {
    const answer = page({ title: "A", body: html``, policy: { "img-src": "https:", "frame-ancestors": "'self'" } });
    expect(policyOf(answer)).toContain("img-src data: https:");
    expect(policyOf(answer)).toContain("frame-ancestors 'self'");
    expect(policyOf(answer)).not.toContain("frame-ancestors 'none'");
  });

  it("keeps its own script if others are allowed, too", () => {
    const answer = page({ title: "A", body: html``, script: "run()", policy: { "script-src": "'strict-dynamic'" } });
    expect(policyOf(answer)).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic'/);
  });

  it("gives preview programs its owner's words, escaped", () => {
    const { body } = page({ title: "A", body: html``, preview: { title: markup, image: "https://a.example/?a&b" } });
    expect(body).toContain(`<meta property="og:title" content="${escaped}">`);
    expect(body).toContain(`<meta property="og:image" content="https://a.example/?a&amp;b">`);
    expect(body).not.toContain("og:description");
    expect(body).not.toContain("og:image:width");
  });

  it("gives preview programs the size of an image, if it is known", () => {
    const preview = { title: "A", image: "https://a.example/a.png", imageSize: { width: 1000, height: 525 } };
    const { body } = page({ title: "A", body: html``, preview });
    expect(body).toContain(`<meta property="og:image:width" content="1000">`);
    expect(body).toContain(`<meta property="og:image:height" content="525">`);
    expect(body).toContain(`<meta name="twitter:card" content="summary_large_image">`);
  });
});

describe("a form of the service", () => {
  const sent = (headers: Record<string, string>) => isSameOriginForm({ headers: { host: "go.example", ...headers } });

  it("comes from a page of this host, or not from a browser", () => {
    expect(sent({ "sec-fetch-site": "same-origin" })).toBe(true);
    expect(sent({ origin: "https://go.example" })).toBe(true);
    expect(sent({})).toBe(true);
  });

  it("does not come from another site", () => {
    expect(sent({ "sec-fetch-site": "cross-site", origin: "https://go.example" })).toBe(false);
    expect(sent({ "sec-fetch-site": "same-site" })).toBe(false);
    expect(sent({ origin: "https://evil.example" })).toBe(false);
    expect(sent({ origin: "null" })).toBe(false);
  });
});
