import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMonths, expiryOf } from "@/lib/resources/plans/service";

const at = (text: string) => new Date(`${text.replace(" ", "T")}Z`);

describe("the end of a subscription", () => {
  it.each([
    ["monthly", "2027-01-15 10:20:30", "2027-02-15 10:20:30"],
    ["monthly", "2027-01-31 10:20:30", "2027-02-28 10:20:30"],
    ["monthly", "2028-01-31 10:20:30", "2028-02-29 10:20:30"],
    ["monthly", "2028-01-30 00:00:00", "2028-02-29 00:00:00"],
    ["monthly", "2027-03-31 23:59:59", "2027-04-30 23:59:59"],
    ["monthly", "2027-12-31 23:59:59", "2028-01-31 23:59:59"],
    ["monthly", "2100-01-31 00:00:00", "2100-02-28 00:00:00"],
    ["yearly", "2027-06-30 12:00:00", "2028-06-30 12:00:00"],
    ["yearly", "2028-02-29 12:00:00", "2029-02-28 12:00:00"],
    ["yearly", "2024-02-29 12:00:00", "2025-02-28 12:00:00"],
  ] as const)("%s from %s is %s", (interval, now, end) => {
    expect(expiryOf(interval, at(now))).toEqual(at(end));
  });

  it("of a lifetime is never, with any earlier plan", () => {
    expect(expiryOf("lifetime", at("2027-01-31 00:00:00"))).toBeNull();
    expect(expiryOf("lifetime", at("2027-01-31 00:00:00"), at("2027-02-28 00:00:00"))).toBeNull();
  });

  it("counts from the current end if renewed before it, otherwise from now", () => {
    const now = at("2027-01-10 08:00:00");
    expect(expiryOf("monthly", now, at("2027-01-31 10:00:00"))).toEqual(at("2027-02-28 10:00:00"));
    expect(expiryOf("yearly", now, at("2028-02-29 10:00:00"))).toEqual(at("2029-02-28 10:00:00"));
    expect(expiryOf("monthly", now, at("2027-01-09 10:00:00"))).toEqual(at("2027-02-10 08:00:00"));
    expect(expiryOf("monthly", now, now)).toEqual(at("2027-02-10 08:00:00"));
  });

  it("is a year that a timestamp can contain", () => {
    expect(expiryOf("yearly", at("2027-01-01 00:00:00"), at("9999-06-01 00:00:00"))).toEqual(at("9999-12-31 23:59:59"));
  });
});

describe("some calendar months later", () => {
  const moment = fc.date({ min: at("1970-01-01 00:00:00"), max: at("2999-12-31 23:59:59"), noInvalidDate: true });
  const months = fc.integer({ min: 1, max: 48 });
  const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
  const lastDayOf = (month: number) => new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();

  it("is on the same day or the month's last, at the same time", () => {
    fc.assert(
      fc.property(moment, months, (start, count) => {
        const end = addMonths(start, count);
        expect(monthOf(end)).toBe(monthOf(start) + count);
        expect(end.getUTCDate()).toBe(Math.min(start.getUTCDate(), lastDayOf(monthOf(end))));
        expect(end.getTime() % 86_400_000).toBe(start.getTime() % 86_400_000);
      }),
    );
  });

  it("keeps the order of two moments", () => {
    fc.assert(
      fc.property(moment, moment, months, (one, other, count) => {
        const [first, second] = one <= other ? [one, other] : [other, one];
        expect(addMonths(first, count).getTime()).toBeLessThanOrEqual(addMonths(second, count).getTime());
      }),
    );
  });

  it("is never in the past for a renewal, and never before the paid end", () => {
    fc.assert(
      fc.property(moment, fc.option(moment), fc.constantFrom("monthly", "yearly"), (now, current, interval) => {
        const end = expiryOf(interval, now, current);
        expect(end && end > now && (current === null || end > current)).toBe(true);
      }),
    );
  });
});
