import { expect, test } from "vitest";
import { knownAgent } from "@/lib/clicks/classify/visit";
import { aiAgents, corpora } from "../support/agents";

test("crawlers and agents of language models have a separate class", () => {
  const ai = aiAgents.filter((agent) => knownAgent(agent)?.class === "ai");
  expect(ai.length / aiAgents.length).toBeGreaterThanOrEqual(0.95);
  const searched = corpora.find(({ name }) => name === "random-useragent: spiders")?.agents ?? [];
  expect(searched.filter((agent) => knownAgent(agent)?.class === "ai")).toEqual([]);
});

test.each([
  ["Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)", "ai", "ChatGPT-User"],
  ["Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)", "ai", "Claude-User"],
  ["Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)", "ai", "PerplexityBot"],
  ["WhatsApp/2.23.20.0 A", "preview", "WhatsApp"],
  ["Mozilla/4.0 (compatible; ms-office; MSOffice 16)", "preview", "ms-office"],
  ["Microsoft-Teams-LinkPreview", "preview", "Microsoft-Teams-LinkPreview"],
  ["Mozilla/5.0 (X11; Linux x86_64) Barracuda Sentinel (EE)", "scanner", "Barracuda"],
  ["Mozilla/5.0 (compatible; KlaviyoAIBot/1.0)", "ai", "KlaviyoAIBot"],
  ["Mozilla/5.0 (compatible; Watchtower/2.4; +; )", "robot", "Watchtower"],
  ["Googlebot/2.1 (+http://www.google.com/bot.html)", "robot", "Googlebot"],
])("%s is %s: %s", (agent, kind, name) => expect(knownAgent(agent)).toEqual({ class: kind, name }));

test("classifies every agent quickly, regardless of its content", () => {
  const hostile = ["a", "a-", "Android 1;", "whatsapp", "com.google.", "http://", "; Build/", " "].map((part) =>
    `Mozilla/5.0 (Linux; Android 10; ${part.repeat(512)}`.slice(0, 512),
  );
  for (const agent of hostile) expect(() => knownAgent(agent)).not.toThrow();
});
