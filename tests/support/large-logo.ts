import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { api } from "./api";
import type { ServerAddress } from "./server";
import { sql } from "./sql";

/** A png that takes long to draw: the most pixels that an upload keeps, all different from their neighbors. */
export function largeLogo(side = 1000): Promise<Buffer> {
  const data = randomBytes(side * side * 4).map((byte, index) => (index % 4 === 3 ? byte | 0xfe : byte & 0x80));
  return sharp(data, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer();
}

/** Creates a QR code of the user's with a large logo. Returns the address of its image. */
export async function codeWithLargeLogo(server: ServerAddress, user: { id: number; key: string }): Promise<string> {
  const code = randomBytes(16).toString("hex");
  const image = await largeLogo();
  await sql(server, "INSERT INTO uploads (code, user_id, image) VALUES ($1, $2, $3)", [code, user.id, image]);
  const input = { type: "text", data: "Hello", logo: `/uploads/${code}` };
  const { body } = await api(server, user.key).post<{ link?: string }>("/api/qr/add", input);
  if (!body.link) throw new Error(`the code was refused: ${JSON.stringify(body)}`);
  return body.link;
}
