import { describe, expect, it } from "vitest";
import { z } from "zod";
import { optional } from "@/lib/contract/fields";
import { drawable } from "@/lib/visits/previews/previews";

const schema = z.object({
  title: z.string().min(1),
  color: optional(z.string().regex(/^#/)),
  options: z.array(z.string().min(1)).min(2).optional(),
});
const sample = { title: "…", options: ["…", "…"] };

describe("a draft", () => {
  it("is drawn as it is if nothing is wrong", () => {
    const draft = { title: "Tea", options: ["a", "b"] };
    expect(drawable(schema, draft, sample)).toEqual(draft);
  });

  it("shows the sample only where something is missing or wrong", () => {
    expect(drawable(schema, { title: "", color: "red", options: ["a", ""] }, sample)).toEqual({
      title: "…",
      color: undefined,
      options: ["a", "…"],
    });
    expect(drawable(schema, { title: "Tea", options: ["a"] }, sample)).toEqual({ title: "Tea", options: ["…", "…"] });
  });

  it("is not drawn if the sample does not help", () => {
    expect(drawable(schema, { title: "" }, {})).toBeNull();
    for (const nonsense of [null, undefined, "text", 1, []]) expect(drawable(schema, nonsense, {})).toBeNull();
  });
});
