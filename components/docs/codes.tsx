/** The codes of refusals, if there are any. */
export const Codes = ({ names }: { names: string[] }) => names.length > 0 && <code>{names.join(" · ")}</code>;
