import type { ClickLog, LoggedClick, LoggedSubject } from "@/lib/clicks/store/click-store";
import { statement } from "@/lib/platform/database/statement";
import { LOGGED, packedLog } from "./log-of-packs";
import { clickColumns } from "./packs";

/** Each page is a separate query, so that a slow reader holds no connection. */
export const postgresClickLog: ClickLog = {
  async clicksOn(subject, ids, limit, after) {
    return packedLog(subject, ids, limit, after, await rowsOn(subject, ids, limit, after));
  },
};

/** Reads each subject's part by its index, up to the limit. */
async function rowsOn(subject: LoggedSubject, ids: number[], limit: number, after: LoggedClick | undefined) {
  const rows = await statement<LoggedClick>(
    `select subject.id, ${LOGGED}
     from unnest($1::int[]) with ordinality as subject (id, number)
     cross join lateral (
       select * from clicks where ${clickColumns[subject]} = subject.id
         and (at, id) < (case when number = 1 then $3::timestamptz else 'infinity' end, $4::bigint)
       order by at desc, id desc limit $2
     ) as click
     order by subject.number, click.at desc, click.id desc limit $2`,
    [ids, limit, after?.at ?? "infinity", after?.place ?? "0"],
  );
  return rows;
}
