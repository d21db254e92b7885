/** Returns an amount in minor units as a number of the currency, and how to format it. */
export function presentMoney(amount: number, currency: string) {
  const style = { style: "currency", currency } as const;
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat("en", style).resolvedOptions();
  return [amount / 10 ** digits, style] as const;
}

/** Returns whether a text is the code of a currency in capitals, such as EUR. */
export const isCurrency = (code: string) =>
  /^[A-Z]{3}$/.test(code) && Intl.supportedValuesOf("currency").includes(code);
