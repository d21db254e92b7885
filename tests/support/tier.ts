/** Whether this is `npm run test:all`, which adds slow and rarely needed tests. */
export const allTests = process.env.ALL_TESTS === "1";
