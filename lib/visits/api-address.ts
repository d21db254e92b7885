/** Whether a path or URL from the first slash on is the API's, in whatever case. */
export const isApiAddress = (url: string): boolean => address.test(url);

const address = /^\/api(?:[/?]|$)/i;
