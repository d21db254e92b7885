/** For inputs whose text is not prose: no auto-correction, no capitals, no spell check. */
export const plainInputProps = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;
