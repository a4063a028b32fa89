import type { Connection, ConnectionSummary } from '@twinward/contracts/connections/connection';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { shownConfiguration } from './configuration.ts';
import {
  type ConnectionRow,
  lockConnection,
  type SummaryRow,
  selectBackfills,
  selectConnection,
  selectConnectionPage,
  selectStatuses,
} from './store.ts';

export async function listConnections(db: Db, request: ListRequest): Promise<Page<ConnectionSummary>> {
  const { records, total } = await selectConnectionPage(db, request);
  return { records: records.map(toSummary), total };
}

/** Without secrets. @throws AppError `not-found` */
export async function getConnection(db: Db, id: number): Promise<Connection> {
  return toConnection(db, found(await selectConnection(db, id), 'Connection'));
}

/** @throws AppError `not-found` */
export async function lockRecord(db: Db, id: number): Promise<{ row: ConnectionRow; old: Connection }> {
  await lockConnection(db, id);
  const row = found(await selectConnection(db, id), 'Connection');
  return { row, old: await toConnection(db, row) };
}

const toSummary = (row: SummaryRow): ConnectionSummary => ({
  id: row.id,
  name: row.name,
  type: row.type,
  connectionGroupId: row.connection_group_id,
  place: row.place,
  isPaused: row.is_paused,
  isActive: row.is_active,
  state: row.state,
  message: row.message,
  lastError: row.last_error,
  lastErrorTime: row.last_error_time?.toISOString() ?? null,
  lastPointTime: row.last_point_time?.toISOString() ?? null,
  lagSeconds: row.lag_seconds,
  clockSeconds: row.clock_seconds,
  pointsPerSecond: row.points_per_second,
  tags: row.tags,
  version: row.version,
});

async function toConnection(db: Db, row: ConnectionRow): Promise<Connection> {
  const statuses = await selectStatuses(db, row.id);
  const backfills = await selectBackfills(db, row.connection_group_id);
  return {
    ...toSummary(row),
    configuration: shownConfiguration(row.type, row.configuration),
    secretsSet: [...row.secrets_set, ...(row.has_token ? ['token'] : [])],
    token: null,
    status: statuses.map(({ time, state, message }) => ({ time: time.toISOString(), state, message })),
    tracking: {
      liveUntil: row.live_until?.toISOString() ?? null,
      backfills: backfills.map((one) => ({
        id: one.id,
        from: one.begins.toISOString(),
        to: one.ends.toISOString(),
        doneTo: one.done_to.toISOString(),
        tags: one.tag_ids?.length ?? null,
      })),
    },
    certificateEnd: row.certificate_end?.toISOString() ?? null,
    plant: row.place === 'plant' ? toPlant(row) : null,
    exportTagStatus: toExportTagStatus(row),
  };
}

const toPlant = (row: ConnectionRow): Connection['plant'] =>
  row.seen_at && {
    seenAt: row.seen_at.toISOString(),
    isSeen: row.is_seen,
    spool:
      row.spool_points === null
        ? null
        : { points: row.spool_points, bytes: row.spool_bytes!, limit: row.spool_limit! },
  };

const toExportTagStatus = (row: ConnectionRow): Connection['exportTagStatus'] =>
  row.tags_exported_at && {
    status: row.tags_export_error === null ? 'done' : 'error',
    time: row.tags_exported_at.toISOString(),
    message: row.tags_export_error ?? formatCount(row.tags_exported!),
  };

const formatCount = (tags: number): string => (tags === 1 ? '1 tag' : `${tags.toLocaleString('en-US')} tags`);

export const audit = new EntityAudit('connection', (connection: Connection) => {
  const { id, name, type, place, connectionGroupId, isPaused, configuration, secretsSet } = connection;
  return { id, name, facts: { name, type, place, connectionGroupId, isPaused, configuration, secretsSet } };
});
