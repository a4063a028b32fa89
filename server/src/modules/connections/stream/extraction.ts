import type { StreamExtraction } from '@twinward/contracts/connections/extraction';
import { ownedFields } from '@twinward/domain/connections/mapping';
import type { RecordStream } from '../../../connectors/connector.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found } from '../../../platform/errors.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { getConnection } from '../connection/service.ts';
import { describeStreams, findMapping } from './described.ts';
import {
  resetStreams,
  type StreamRow,
  selectConnectionIds,
  selectRefused,
  selectStreams,
  updateStreamRow,
} from './store.ts';

const audit = new EntityAudit('connection');

/** Maximum number of rejected records shown for a stream. */
const shownRefused = 20;

/**
 * Returns the progress of the streams of a connection.
 * @throws AppError `not-found`
 */
export async function listExtraction(db: Db, connectionId: number): Promise<StreamExtraction[]> {
  const { type, configuration, secretsSet, connectionGroupId } = await getConnection(db, connectionId);
  const rows = new Map((await selectStreams(db, connectionGroupId)).map((row) => [row.name, row]));
  const refused = new Map(
    (await selectRefused(db, connectionGroupId, shownRefused)).map((one) => [one.stream_id, one]),
  );
  return (await describeStreams(type, configuration, secretsSet)).map(({ name, kind, label }) => {
    const row = rows.get(name);
    const ofStream = row && refused.get(row.id);
    return {
      stream: name,
      kind,
      label,
      ...toProgress(row),
      refused: ofStream?.count ?? 0,
      refusedRecords: (ofStream?.latest ?? []).map(({ key, message, time }) => ({
        key,
        message,
        time: new Date(time).toISOString(),
      })),
    };
  });
}

const toProgress = (row: StreamRow | undefined) => ({
  watermark: row?.watermark?.toISOString() ?? null,
  created: row?.created ?? 0,
  changed: row?.changed ?? 0,
  unchanged: row?.unchanged ?? 0,
  gone: row?.gone ?? 0,
  lastRead: row?.last_read?.toISOString() ?? null,
  lastCompared: row?.last_compared?.toISOString() ?? null,
  lastError: row?.last_error ?? null,
  lastErrorTime: row?.last_error_time?.toISOString() ?? null,
});

/**
 * Resets one stream or all, so that they are read again from the extraction start date.
 * @throws AppError `not-found`
 */
export function readAgain(actor: Actor, connectionId: number, stream: string | null): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const { type, name, configuration, secretsSet, connectionGroupId } = await getConnection(
      db,
      connectionId,
    );
    const streams = await describeStreams(type, configuration, secretsSet);
    if (stream !== null)
      found(
        streams.find((one) => one.name === stream),
        'Stream',
      );
    await resetStreams(db, connectionGroupId, stream);
    await audit.changed(db, actor, { id: connectionId, name }, { new: { readAgain: stream ?? 'all' } });
  });
}

/**
 * Follows a changed configuration, which may read other records: resets all streams, and releases the records of
 * streams that no connection of the group reads any longer.
 */
export async function followConfiguration(db: Db, { groupId }: { groupId: number }): Promise<void> {
  const streams = new Map<string, RecordStream>();
  for (const id of await selectConnectionIds(db, groupId)) {
    const { type, configuration, secretsSet } = await getConnection(db, id);
    for (const stream of await describeStreams(type, configuration, secretsSet))
      streams.set(stream.name, stream);
  }
  for (const row of await selectStreams(db, groupId)) {
    const stream = streams.get(row.name);
    const { rules, classes } = stream ? findMapping(stream, row) : { rules: [], classes: [] };
    const owned = ownedFields(row.kind, rules, classes.length > 0);
    await updateStreamRow(db, row.id, { owned_fields: owned });
  }
  await resetStreams(db, groupId, null);
}
