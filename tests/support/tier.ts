/** Whether this is `npm run test:all`, which adds what takes long or is rarely touched. */
export const allTests = process.env.ALL_TESTS === "1";
