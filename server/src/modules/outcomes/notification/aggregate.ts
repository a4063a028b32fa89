import type { NotificationSettings } from '@twinward/contracts/advisories/notification';
import { excursionText } from '@twinward/domain/excursion-text';
import { repeatedOffset } from '@twinward/domain/time-zone';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { enqueue, type JobKind } from '../../../platform/jobs/jobs.ts';
import { pageAddresses, sendMail } from '../../system/mail/service.ts';
import {
  deleteAggregate,
  lockAggregate,
  nextDue,
  type Period,
  selectCreated,
  upsertAggregate,
} from './aggregate-store.ts';
import { type SummarySection, sectionText, summaryAsked, summaryHtml } from './summary.ts';

/** Daily and weekly summary mails, each sent by a job at 7 a.m. in its user's time zone. */

const aggregateJob = 'send-aggregate';
const maximumLines = 100;
const week = 7 * 86_400_000;

interface AggregatePayload {
  userId: number;
  period: Period;
  /** ISO 8601 */
  dueAt: string;
}

async function enqueueAggregate(db: Db, userId: number, period: Period, dueAt: Date): Promise<void> {
  const payload: AggregatePayload = { userId, period, dueAt: dueAt.toISOString() };
  await enqueue(db, aggregateJob, payload, { key: `aggregate:${period}:${userId}`, runAt: dueAt });
}

/** Updates the user's next mails after a change of settings or time zone. */
export async function scheduleAggregates(
  db: Db,
  userId: number,
  { dailyAggregate, weeklyAggregate }: NotificationSettings,
): Promise<void> {
  const now = new Date();
  for (const [period, wanted] of [
    ['daily', dailyAggregate],
    ['weekly', weeklyAggregate],
  ] as const) {
    if (!wanted) {
      await deleteAggregate(db, userId, period);
      continue;
    }
    const dueAt = await nextDue(db, userId, period, now);
    await upsertAggregate(db, userId, period, { since: now, dueAt }, 'keep-since');
    await enqueueAggregate(db, userId, period, dueAt);
  }
}

export const aggregateMailJob: JobKind<AggregatePayload> = {
  name: aggregateJob,
  class: 'notice',
  async run({ tenant, payload: { userId, period, dueAt } }) {
    const to = new Date(dueAt);
    // Before the transaction, since it may take seconds.
    const sections =
      period === 'weekly'
        ? (await summaryAsked.ask(tenant.db, { userId, from: new Date(to.getTime() - week), to })).flat()
        : [];
    await withTransaction(tenant.db, (transaction) => sumUp(transaction, userId, period, to, sections));
  },
};

/** Sends a due mail and schedules the next one in one transaction. Idempotent. */
async function sumUp(
  db: Db,
  userId: number,
  period: Period,
  dueAt: Date,
  sections: readonly SummarySection[],
): Promise<void> {
  const aggregate = await lockAggregate(db, userId, period, dueAt);
  if (!aggregate) return;
  const created = await selectCreated(db, userId, aggregate.since, dueAt, maximumLines);
  const total = created[0]?.total ?? 0;
  if ((total > 0 || sections.length > 0) && aggregate.email && aggregate.enabled) {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: aggregate.time_zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const lines = created.map(({ time_stamp, message, group_count, excursion }) => {
      const times = group_count > 1 ? ` (${group_count} times)` : '';
      const offset = repeatedOffset(time_stamp.getTime(), aggregate.time_zone);
      const details = excursion === null ? '' : ` ${excursionText(excursion)}`.trimEnd();
      return `${format.format(time_stamp)}${offset}  ${message}${times}${details}`;
    });
    if (total > lines.length) lines.push(`... and ${total - lines.length} more`);
    if (total === 0) lines.push('No notifications.');
    const count = total === 1 ? '1 notification' : `${total || 'no'} notifications`;
    const toAddress = await pageAddresses(db);
    const texts = sections.map((section) => `\n${sectionText(section, toAddress)}`);
    await sendMail(db, {
      to: aggregate.email,
      subject: `Twinward: ${count} of the ${period === 'daily' ? 'day' : 'week'}`,
      text: `${[...lines, ''].join('\n')}\n${toAddress('/home')}\n${texts.join('')}`,
      ...(sections.length === 0
        ? {}
        : {
            html: summaryHtml(lines, sections, toAddress),
            pictures: sections.flatMap(({ pictures }) => pictures),
          }),
    });
  }
  const next = await nextDue(db, userId, period, new Date(Math.max(Date.now(), dueAt.getTime())));
  await upsertAggregate(db, userId, period, { since: dueAt, dueAt: next }, 'replace');
  await enqueueAggregate(db, userId, period, next);
}
