import type { AdvisoryTransition } from '@twinward/contracts/advisories/advisory';
import type { Recipient } from '@twinward/contracts/advisories/notification';
import type { Db } from '../../../platform/database/database.ts';
import { type NewNotification, resolveReaders } from '../notification/service.ts';
import type { AdvisoryRow } from './list-store.ts';
import { selectReviewers, selectSubscribers } from './store.ts';

type AnnouncedAdvisory = Pick<AdvisoryRow, 'id' | 'twin_id' | 'asset_name' | 'name' | 'state' | 'created_by'>;

const users = (ids: readonly (number | null)[]): Recipient[] =>
  ids.flatMap((id) => (id === null ? [] : [{ type: 'user' as const, id }]));

async function readReviewers(db: Db, id: number): Promise<Recipient[]> {
  const { userIds, groupNames } = await selectReviewers(db, id);
  return [...users(userIds), ...groupNames.map((name): Recipient => ({ type: 'group', id: name }))];
}

/** Creates one notification for all recipients except those in `without`; none if no recipients are left. */
async function createNotifications(
  db: Db,
  advisory: AnnouncedAdvisory,
  type: 'review' | 'state' | 'comment',
  message: string,
  recipients: readonly Recipient[],
  without: ReadonlySet<number | null>,
): Promise<NewNotification[]> {
  const readers = (await resolveReaders(db, recipients)).filter(({ id }) => !without.has(id));
  if (readers.length === 0) return [];
  return [
    {
      recipients: users(readers.map(({ id }) => id)),
      context: 'advisory',
      type,
      twinId: advisory.twin_id,
      message: `${advisory.asset_name}: ${message}`,
      url: `/apps/twins/${advisory.twin_id}/advisories/${advisory.id}`,
      grouping: `advisory:${advisory.id}:${type}`,
      time: new Date(),
    },
  ];
}

/** Creates the notifications of a new state. @param by null for a rule */
export async function announceState(
  db: Db,
  advisory: AnnouncedAdvisory,
  how: AdvisoryTransition | 'make',
  by: number | null,
  reason = '',
): Promise<NewNotification[]> {
  const why = reason === '' ? '' : `: ${reason}`;
  if (advisory.state === 'submitted') {
    const message = `the advisory ${advisory.name} is waiting for your review.`;
    return createNotifications(
      db,
      advisory,
      'review',
      message,
      await readReviewers(db, advisory.id),
      new Set([by]),
    );
  }
  const isPublic = ['active', 'closed', 'canceled'].includes(advisory.state);
  const subscribers = isPublic ? users(await selectSubscribers(db, advisory.twin_id)) : [];
  const recipients = [...subscribers, ...users([advisory.created_by])];
  const message =
    how === 'reopen'
      ? `the advisory ${advisory.name} was reopened${why}`
      : `the advisory ${advisory.name} is ${advisory.state}${why}`;
  return createNotifications(db, advisory, 'state', ended(message), recipients, new Set([by]));
}

/** Creates the notification of a comment for the creator and the reviewers. */
export async function announceComment(
  db: Db,
  advisory: AnnouncedAdvisory,
  by: { userId: number; userName: string },
  text: string,
): Promise<NewNotification[]> {
  const short = text.length > 200 ? `${text.slice(0, 199)}…` : text;
  const recipients = [...users([advisory.created_by]), ...(await readReviewers(db, advisory.id))];
  const message = `${by.userName} on the advisory ${advisory.name}: ${short}`;
  return createNotifications(db, advisory, 'comment', message, recipients, new Set([by.userId]));
}

const ended = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`);
