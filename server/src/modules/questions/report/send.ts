import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import type { Logger } from '../../../platform/process/log.ts';
import { getUserTimeZone } from '../../access/user/service.ts';
import { nextMailTime, sectionText, summaryHtml } from '../../outcomes/notification/service.ts';
import { type NewMail, pageAddresses, sendMail } from '../../system/mail/service.ts';
import { findReader } from '../dashboard/service.ts';
import { composeReport } from './compose.ts';
import { drawSections } from './section.ts';
import { lockDue, type SubscriptionRow, selectDue, updateFailed, updateSent } from './subscription-store.ts';
import { endSubscriptionIn } from './subscriptions.ts';

/** Maximum number of reports per run. */
const mostReports = 50;
/** Back-off after a failure, in milliseconds: 10 minutes, doubled with each failure, up to a day. */
const [firstRetry, longestRetry] = [600_000, 86_400_000];

/** Writes the mails of due reports. Continues with the others if one fails. */
export async function sendDueReports(tenant: Tenant, log: Logger, now = new Date()): Promise<void> {
  for (const row of await selectDue(tenant.db, now, mostReports)) {
    try {
      await sendReport(tenant, row, now);
    } catch (error) {
      log.warn({ err: error, report: row.id }, 'a report could not be written');
      await recordFailure(tenant, row, error, now);
    }
  }
}

/** Stores why a report failed, unless it was changed or sent meanwhile. Details of internal errors are only logged. */
function recordFailure(tenant: Tenant, row: SubscriptionRow, error: unknown, now: Date): Promise<void> {
  return withTransaction(tenant.db, async (db) => {
    if (!(await lockDue(db, row))) return;
    await updateFailed(db, row.id, {
      nextAt: new Date(now.getTime() + Math.min(firstRetry * 2 ** row.failures, longestRetry)),
      failedAt: now,
      failure: error instanceof AppError ? error.message : 'The report could not be written.',
    });
    await publish(db, { type: 'changed', kind: 'report-subscription' }, row.user_id);
  });
}

type Content = Omit<NewMail, 'to'>;

async function sendReport(tenant: Tenant, row: SubscriptionRow, now: Date): Promise<void> {
  const reader = await findReader(tenant, row.user_id);
  // Written before the transaction, because it may take seconds.
  const written = reader && (await write(reader, row));
  await withTransaction(tenant.db, async (db) => {
    const due = await lockDue(db, row);
    if (!due) return;
    const hasMail = written !== null && due.email !== null && due.email !== '' && due.enabled;
    if (hasMail) await sendMail(db, { to: due.email!, ...written.content });
    if (written?.isGone) await endSubscriptionIn(db, row);
    else {
      const schedule = { period: row.period, hour: row.hour, timeZone: row.time_zone };
      await updateSent(db, row.id, {
        nextAt: await nextMailTime(db, schedule, now),
        lastAt: hasMail ? now : null,
        name: written?.name ?? row.name,
      });
      await publish(db, { type: 'changed', kind: 'report-subscription' }, row.user_id);
    }
  });
}

/** Writes the mail of a report with the reader's current permissions. */
async function write(
  reader: Doer,
  row: SubscriptionRow,
): Promise<{ name: string; content: Content; isGone: boolean }> {
  const { db } = reader.tenant;
  try {
    const report = await composeReport(reader, row.subject, await getUserTimeZone(db, row.user_id));
    return { name: report.name, content: await toContent(db, report), isGone: false };
  } catch (error) {
    if (!(error instanceof AppError && error.id === 'not-found')) throw error;
    return { name: row.name, content: goneContent(row), isGone: true };
  }
}

async function toContent(
  db: Db,
  { name, path, sections }: Awaited<ReturnType<typeof composeReport>>,
): Promise<Content> {
  const toAddress = await pageAddresses(db);
  const drawn = await drawSections(sections);
  const lines = drawn.length === 0 ? ['This dashboard has no cards yet.'] : [];
  const texts = drawn.map((section) => `\n${sectionText(section, toAddress)}`);
  return {
    subject: `Twinward: ${name}`,
    text: `${[name, ...lines].join('\n')}\n${toAddress(path)}\n${texts.join('')}`,
    html: summaryHtml([name, ...lines], drawn, toAddress),
    pictures: drawn.flatMap(({ pictures }) => pictures),
  };
}

const goneContent = ({ name, subject }: SubscriptionRow): Content => ({
  subject: `Twinward: ${name} is no longer mailed`,
  text: `The ${subject.kind} ${name} was deleted, or is no longer shared with you. This is the last mail of it.\n`,
});
