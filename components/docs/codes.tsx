/** The codes of refusals. */
export const Codes = ({ names }: { names: string[] }) => <code>{names.join(" · ")}</code>;
