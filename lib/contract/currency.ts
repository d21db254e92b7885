/** Returns whether a text is the code of a currency in capitals, such as EUR. */
export const isCurrency = (code: string) =>
  /^[A-Z]{3}$/.test(code) && Intl.supportedValuesOf("currency").includes(code);
