/** What `<b>` in a message is, for `t.rich`. */
export const b = (words: React.ReactNode) => <b>{words}</b>;
