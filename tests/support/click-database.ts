import { randomBytes } from "node:crypto";
import pg from "pg";

/** The tables that the click drain touches, as prisma/schema.prisma defines them. */
const TABLES = `
create type "ClickSubject" as enum ('link', 'qr', 'campaign', 'bio');
create type "ClickDimension" as enum ('total', 'country', 'referrer', 'browser', 'os', 'device', 'language', 'social');
create table links (id serial primary key, clicks integer not null default 0, unique_clicks integer not null default 0);
create table qr_codes (id serial primary key, scans integer not null default 0, unique_scans integer not null default 0);
create table campaigns (id serial primary key);
create table bio_pages (id serial primary key);
create table clicks (
  id bigserial not null, at timestamptz(3) not null, link_id integer, qr_code_id integer, campaign_id integer,
  bio_page_id integer, visitor bigint, "unique" boolean not null, robot text, country char(2), language text,
  referrer text, browser text, os text, device text, primary key (at, id)
) partition by range (at);
create index on clicks (link_id, at desc);
create index on clicks (qr_code_id, at desc);
create table click_rollups (
  subject "ClickSubject" not null, subject_id integer not null, robot boolean not null,
  dimension "ClickDimension" not null, day date not null, value text not null, clicks integer not null,
  "unique" integer not null, primary key (subject, subject_id, robot, dimension, day, value)
) with (fillfactor = 70);
create table click_visitors (
  subject "ClickSubject" not null, subject_id integer not null, visitor bigint not null,
  primary key (subject, subject_id, visitor)
);
create table journal_offsets (
  journal text primary key, "offset" bigint not null, updated_at timestamptz(3) not null default now()
);`;

export interface ClickDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A new database on the server of TEST_DATABASE_URL, with `links` links. */
export async function clickDatabase(links: number): Promise<ClickDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error("TEST_DATABASE_URL must name a Postgres server on which databases may be created");
  const name = `clicks_${randomBytes(6).toString("hex")}`;
  await query(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await query(url.href, TABLES);
  await query(url.href, `insert into links select generate_series(1, ${links})`);
  return { url: url.href, drop: () => query(server, `drop database ${name} with (force)`) };
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
