/** Renders `<b>` in messages, for `t.rich`. */
export const b = (words: React.ReactNode) => <b>{words}</b>;
