/** The page of what was sent to a number in E.164: its plus goes without saying. */
export const threadOf = (number: string) => `/dashboard/sms/${number.replace(/^\+/, "")}`;
