import { describe, expect, it } from "vitest";
import { codeAt, findTotpStep, keyUri, newSecret, stepAt } from "@/lib/auth/two-factor";

// RFC 6238, appendix B: "12345678901234567890" in base32, and the codes' last 6 of 8 digits.
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const vectors: [seconds: number, code: string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];

describe("a time-based code", () => {
  it.each(vectors)("at %i seconds is the RFC's %s", (seconds, code) => {
    expect(codeAt(secret, stepAt(seconds * 1000))).toBe(code);
  });

  it("is accepted up to 30 seconds before and after its time", () => {
    const at = 1_234_567_890_000;
    for (const [away, known] of [
      [-60, false],
      [-30, true],
      [0, true],
      [30, true],
      [60, false],
    ] as const)
      expect(findTotpStep(secret, "005924", at + away * 1000), `${away} s`).toBe(known ? stepAt(at) : null);
  });

  it.each(["", "5924", "0059240", "00592４", "abcdef"])("is not %j", (code) => {
    expect(findTotpStep(secret, code, 1_234_567_890_000)).toBeNull();
  });
});

describe("a secret", () => {
  it("is 160 bits in base32, another one each time", () => {
    const made = Array.from({ length: 50 }, newSecret);
    for (const one of made) expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(made).size).toBe(50);
  });

  it("is given to the app in a URI with service and account", () => {
    expect(keyUri(secret, "Signpost", "ada+1@example.com")).toBe(
      `otpauth://totp/Signpost:ada%2B1%40example.com?secret=${secret}&issuer=Signpost`,
    );
  });
});
