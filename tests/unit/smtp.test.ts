import { createTransport } from "nodemailer";
import { expect, it } from "vitest";
import { startSmtp } from "../support/smtp";

it("stores received mails in readable form", async () => {
  const smtp = await startSmtp();
  const transport = createTransport(smtp.url);
  const link = `http://localhost/reset/${"a=1&".repeat(40)}`;
  await transport.sendMail({
    from: "a@example.com",
    to: ["b@example.com", "c@example.com"],
    subject: "Hello",
    text: `Grüße\n\n${link}`,
  });
  transport.close();
  await smtp.close();
  expect(smtp.mails).toMatchObject([{ from: "a@example.com", to: ["b@example.com", "c@example.com"] }]);
  expect(smtp.mails[0]?.text).toContain("Subject: Hello");
  expect(smtp.mails[0]?.text).toContain(`Grüße`);
  expect(smtp.mails[0]?.text).toContain(link);
});
