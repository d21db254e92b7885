import type { Locator, Page } from "playwright";
import { expect } from "vitest";

export const devices = [
  { name: "a computer", width: 1440, height: 900, isPhone: false },
  { name: "a phone", width: 390, height: 844, isPhone: true },
];

type Device = (typeof devices)[number];

/** The most steps that a task may take on a computer and on a phone. */
type Bound = [computer: number, phone: number];

export type User = ReturnType<typeof userOf>;

/**
 * A user of a page whose steps are counted. A click or tap is one step, and so is a key or a combination of keys. Typing
 * or pasting a text is one step, however long it is. Choosing in a native select are two: opening it, and the choice.
 * Scrolling is not counted. Choosing a file in the dialog of the operating system is not counted either.
 */
function userOf(page: Page, steps: string[], isPhone: boolean) {
  const click = async (target: Locator) => {
    steps.push(`click ${target}`);
    await target.click();
  };
  const press = async (keys: string) => {
    steps.push(`press ${keys}`);
    await page.keyboard.press(keys);
  };
  /** Types into what has the focus. */
  const type = async (text: string) => {
    steps.push(`type ${text}`);
    await page.keyboard.insertText(text);
  };
  const main = page.getByRole("navigation", { name: "Main" });
  return {
    ...{ isPhone, page, click, press, type },
    enter: async (field: Locator, text: string) => {
      await click(field);
      steps.push(`type ${text}`);
      await field.fill(text);
    },
    replace: async (field: Locator, text: string) => {
      await click(field);
      await press("ControlOrMeta+a");
      await type(text);
    },
    choose: async (select: Locator, option: string | RegExp) => {
      steps.push(`open ${select}`, `choose ${option}`);
      const options = await select.locator("option").allTextContents();
      await select.selectOption({ label: options.find((label) => label.match(option)) ?? `${option}` });
    },
    /** On a phone the navigation is behind a button, but the most used pages are in a bar at the bottom. */
    goTo: async (name: string) => {
      const bottom = page.getByRole("navigation", { name: "Most used pages" }).getByRole("link", { name, exact: true });
      if (isPhone && (await bottom.count()) > 0) return click(bottom);
      if (isPhone) await click(page.getByRole("button", { name: "Navigation", exact: true }));
      await click(main.getByRole("link", { name, exact: true }));
    },
    /** Opens a section of the settings. */
    goToSettings: async (section: string) => {
      if (isPhone) await click(page.getByRole("button", { name: "Navigation", exact: true }));
      await click(main.getByRole("link", { name: "Settings", exact: true }));
      const sections = page.getByRole("navigation", { name: "Settings" });
      await click(sections.getByRole("link", { name: section, exact: true }));
    },
  };
}

/** Returns a function that does a task from the page at `start`, and fails if it takes more steps than its bound. */
export async function tasksOn(page: Page, server: { url: string }, { width, height, isPhone }: Device) {
  await page.setViewportSize({ width, height });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  return async (name: string, start: string, [computer, phone]: Bound, work: (user: User) => Promise<unknown>) => {
    const steps: string[] = [];
    await page.goto(server.url + start);
    await work(userOf(page, steps, isPhone));
    expect(steps.length, `${name}: ${steps.join(", ")}`).toBeLessThanOrEqual(isPhone ? phone : computer);
  };
}

export const copied = (page: Page) => page.evaluate<string>("navigator.clipboard.readText()");
