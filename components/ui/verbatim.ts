/** For an input whose text is no prose: what is typed stays as it is. */
export const verbatim = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;
