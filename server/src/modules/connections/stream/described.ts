import {
  customPrefix,
  type MappedClass,
  type MappingRule,
  type MappingTarget,
  mappingTargets,
  type StreamKind,
} from '@twinward/contracts/connections/mapping';
import { defaultRules } from '@twinward/domain/connections/mapping';
import { type Configuration, ConnectorFailure, type RecordStream } from '../../../connectors/connector.ts';
import { findConnector } from '../../../connectors/registry.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { fileFields } from '../../records/field/service.ts';
import { getSystemType } from '../../records/record-type/service.ts';
import type { StreamRow } from './store.ts';

/**
 * Returns the streams that a connection of this type and configuration reads. Secrets stay encrypted: placeholders
 * replace those that are set.
 * @throws AppError `conflict` for a configuration that its connector rejects
 */
export async function describeStreams(
  type: string,
  configuration: Configuration,
  secretsSet: readonly string[],
): Promise<readonly RecordStream[]> {
  const roles = await findConnector(type)?.load?.();
  const secrets = Object.fromEntries(secretsSet.map((name) => [name, 'sealed']));
  try {
    return roles?.records?.streams({ ...configuration, ...secrets }) ?? [];
  } catch (error) {
    if (error instanceof ConnectorFailure) throw new AppError('conflict', error.message);
    throw error;
  }
}

/** Lists the fields that a stream can fill, custom fields last. */
export async function listTargets(db: Db, kind: StreamKind): Promise<MappingTarget[]> {
  const { fields } = await getSystemType(db, kind);
  return [
    ...mappingTargets[kind],
    ...fileFields(fields).map(
      (field): MappingTarget => ({
        name: `${customPrefix}${field.name}`,
        label: field.caption,
        kind: 'custom',
        isRequired: false,
        choices: [],
        help: '',
      }),
    ),
  ];
}

export interface Mapping {
  rules: readonly MappingRule[];
  classes: readonly MappedClass[];
}

/** Returns the mapping of a stream: as changed by a user, or else as proposed by its connector. */
export const findMapping = (stream: RecordStream, row: Pick<StreamRow, 'mapping'> | undefined): Mapping =>
  row?.mapping ?? { rules: defaultRules(stream.kind, stream.mapping, stream.values), classes: [] };
