import { describe, expect, it } from "vitest";
import { allows, readAncestors } from "@/lib/resources/links/destinations/frameability";

const origin = "https://go.example.com";
const csp = (...policies: string[]) => ({ "content-security-policy": policies.join(", ") });
const frame = (value: string) => ({ "x-frame-options": value });
const mayFrame = (headers: Record<string, string>, by = origin) => allows(readAncestors(headers), by);

describe("a destination may be framed", () => {
  it.each([
    ["that says nothing about it", {}],
    ["whose policy is about other things", csp("default-src 'self'; img-src *")],
    ["that allows everybody", csp("frame-ancestors *")],
    ["that allows every encrypted page", csp("frame-ancestors https:")],
    ["that names this host", csp("frame-ancestors 'self' https://go.example.com")],
    ["that names this host without its scheme", csp("frame-ancestors GO.example.com")],
    ["that names hosts like this", csp("frame-ancestors https://*.example.com")],
    ["whose policy goes before its other header", { ...csp("frame-ancestors *"), ...frame("DENY") }],
    ["whose other header no browser heeds", frame("ALLOW-FROM https://elsewhere.example")],
  ])("%s", (_, headers) => expect(mayFrame(headers)).toBe(true));
});

describe("a destination may not be framed", () => {
  it.each([
    ["that denies it", frame("DENY")],
    ["that allows itself alone", frame("sameorigin")],
    ["that says so twice", frame("SAMEORIGIN, SAMEORIGIN")],
    ["whose policy names nobody", csp("frame-ancestors 'none'")],
    ["whose policy is empty", csp("default-src 'self'; frame-ancestors")],
    ["whose policy names itself", csp("frame-ancestors 'self'")],
    ["whose policy names others", csp("frame-ancestors https://other.example https://*.other.example")],
    ["that means hosts below this one", csp("frame-ancestors *.go.example.com")],
    ["that allows unencrypted pages alone", csp("frame-ancestors http:")],
    ["one of whose policies forbids it", csp("frame-ancestors *", "frame-ancestors 'none'")],
  ])("%s", (_, headers) => expect(mayFrame(headers)).toBe(false));
});
