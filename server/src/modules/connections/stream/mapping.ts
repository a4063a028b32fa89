import { isDeepStrictEqual } from 'node:util';
import {
  type StreamMapping,
  type StreamMappingChange,
  typeCode,
} from '@twinward/contracts/connections/mapping';
import { ownedFields } from '@twinward/domain/connections/mapping';
import type { RecordStream } from '../../../connectors/connector.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found, outdated } from '../../../platform/errors.ts';
import { type Problem, refuseProblems } from '../../../platform/rules.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { getConnection } from '../connection/service.ts';
import { describeStreams, findMapping, listTargets } from './described.ts';
import { lockStream, type StreamRow, selectStreams, updateStreamRow } from './store.ts';

const audit = new EntityAudit('connection');

/** @throws AppError `not-found` */
export async function listStreamMappings(db: Db, connectionId: number): Promise<StreamMapping[]> {
  const { type, configuration, secretsSet, connectionGroupId } = await getConnection(db, connectionId);
  const rows = new Map((await selectStreams(db, connectionGroupId)).map((row) => [row.name, row]));
  const mappings: StreamMapping[] = [];
  for (const stream of await describeStreams(type, configuration, secretsSet))
    mappings.push(await toMapping(db, stream, rows.get(stream.name)));
  return mappings;
}

/** @throws AppError `not-found` */
export async function getStreamMapping(db: Db, connectionId: number, name: string): Promise<StreamMapping> {
  const mappings = await listStreamMappings(db, connectionId);
  return found(
    mappings.find(({ stream }) => stream === name),
    'Stream',
  );
}

/**
 * Changes the mapping of a stream, for records that are read from then on.
 * @throws AppError `not-found`; `conflict` if the version is outdated; `invalid-request`, naming each invalid field
 */
export function updateStreamMapping(
  actor: Actor,
  connectionId: number,
  name: string,
  { version, rules, classes }: StreamMappingChange,
): Promise<StreamMapping> {
  return withTransaction(actor.tenant.db, async (db) => {
    const connection = await getConnection(db, connectionId);
    const streams = await describeStreams(connection.type, connection.configuration, connection.secretsSet);
    const stream = found(
      streams.find((one) => one.name === name),
      'Stream',
    );
    const made = { kind: stream.kind, ownedFields: ownedFields(stream.kind, rules, classes.length > 0) };
    const row = await lockStream(db, connection.connectionGroupId, name, made);
    const old = await toMapping(db, stream, row);
    if (row.version !== version) throw outdated(`The mapping of ${stream.label}`, version, old);
    refuseProblems(findProblems(old, rules));
    const isProposed = isDeepStrictEqual({ rules, classes }, findMapping(stream, undefined));
    await updateStreamRow(db, row.id, {
      mapping: isProposed ? null : JSON.stringify({ rules, classes }),
      owned_fields: made.ownedFields,
      version: version + 1,
    });
    await audit.changed(
      db,
      actor,
      { id: connectionId, name: connection.name },
      {
        old: { stream: name, rules: old.rules, classes: old.classes },
        new: { stream: name, rules, classes },
      },
    );
    return getStreamMapping(db, connectionId, name);
  });
}

function findProblems({ targets, fields }: StreamMapping, rules: StreamMappingChange['rules']): Problem[] {
  const problems: Problem[] = [];
  const taken = new Set<string>();
  rules.forEach(({ to, from }, place) => {
    const refuse = (path: 'to' | 'from', message: string) =>
      void problems.push({ path: `rules.${place}.${path}`, message });
    if (!targets.some(({ name }) => name === to)) refuse('to', `Twinward has no field '${to}'.`);
    else if (taken.has(to)) refuse('to', `The field '${to}' is mapped twice.`);
    taken.add(to);
    if (from !== null && from !== typeCode && !fields.some(({ name }) => name === from))
      refuse('from', `The other system has no field '${from}'.`);
  });
  for (const { name, label, isRequired } of targets)
    if (isRequired && !taken.has(name)) problems.push({ path: 'rules', message: `${label}: Required.` });
  return problems;
}

async function toMapping(db: Db, stream: RecordStream, row: StreamRow | undefined): Promise<StreamMapping> {
  const { rules, classes } = findMapping(stream, row);
  return {
    stream: stream.name,
    kind: stream.kind,
    label: stream.label,
    fields: [...stream.fields],
    targets: (await listTargets(db, stream.kind)).map((target) => ({
      ...target,
      choices: [...target.choices],
    })),
    rules: [...rules],
    classes: [...classes],
    isDefault: !row?.mapping,
    version: row?.version ?? 1,
  };
}
