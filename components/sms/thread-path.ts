/** The page of the messages to a number in E.164, without its plus sign. */
export const threadOf = (number: string) => `/dashboard/sms/${number.replace(/^\+/, "")}`;
