import { RelativeTime } from "@/components/ui/relative-time";
import type { MessageRow } from "./messages-table";
import classes from "./sms.module.css";
import { StatusBadge } from "./status-badge";

/** The messages to one number, the newest last. */
export function SmsThread({ label, rows, now }: { label: string; rows: MessageRow[]; now: Date }) {
  return (
    <ol className={classes.thread} aria-label={label}>
      {rows.map(({ id, message, status, error, createdAt }) => (
        <li key={id}>
          <p className={classes.bubble}>{message}</p>
          <div className={classes.meta}>
            <StatusBadge status={status} />
            <RelativeTime date={createdAt} now={now} />
          </div>
          {error && <p className={classes.error}>{error}</p>}
        </li>
      ))}
    </ol>
  );
}
