import { findConnector } from '../../../connectors/registry.ts';
import type { Actor } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { startCommand } from '../../jobs/command/service.ts';
import { insertBackfill, selectFedTagIds } from './backfill-store.ts';
import { audit, getConnection } from './read.ts';

interface HistoryAsked {
  /** ISO 8601. */
  from: string;
  /** Empty for all tags that the connection feeds. */
  tagIds: readonly number[];
}

/**
 * Starts a command that reads the history of a connection's tags since a time.
 * @throws AppError `not-found`; `conflict` for a system without history; `invalid-request`
 */
export async function readHistory(actor: Actor, id: number, { from, tagIds }: HistoryAsked): Promise<string> {
  return withTransaction(actor.tenant.db, async (db) => {
    const connection = await getConnection(db, id);
    const { name, type, connectionGroupId: groupId } = connection;
    if (!findConnector(type)?.roles.includes('history')) {
      throw new AppError('conflict', `${name} can't read history: the system has no readable history.`);
    }
    const now = Date.now();
    if (Date.parse(from) >= now) {
      refuseProblems([{ path: 'from', message: 'Please enter a time in the past.' }]);
    }
    const fed = new Set(await selectFedTagIds(db, groupId, tagIds));
    const other = tagIds.findIndex((tagId) => !fed.has(tagId));
    if (other >= 0) {
      refuseProblems([
        { path: `tagIds.${other}`, message: `${name} does not feed the tag ${tagIds[other]}.` },
      ]);
    }
    const commandId = await startCommand(db, {
      type: 'read-history',
      targetType: 'connection',
      targetId: String(id),
      targetName: name,
      input: { connectionId: id, from },
      createdBy: actor.userId,
    });
    await insertBackfill(db, {
      groupId,
      from: Date.parse(from),
      to: now,
      tagIds: tagIds.length === 0 ? null : tagIds,
      commandId,
    });
    await audit.updated(db, actor, connection, connection, { historyReadFrom: from });
    return commandId;
  });
}
