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
import { connectorOf } from '../../../connectors/registry.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { fileFields } from '../../records/field/service.ts';
import { getSystemType } from '../../records/record-type/service.ts';
import type { StreamRow } from './store.ts';

/**
 * The streams that a connection of this type and configuration reads. Secrets stay sealed: those that are set have a
 * value of no meaning.
 * @throws AppError `conflict` for a configuration that its connector refuses
 */
export async function describeStreams(
  type: string,
  configuration: Configuration,
  secretsSet: readonly string[],
): Promise<readonly RecordStream[]> {
  const roles = await connectorOf(type)?.load?.();
  const secrets = Object.fromEntries(secretsSet.map((name) => [name, 'sealed']));
  try {
    return roles?.records?.streams({ ...configuration, ...secrets }) ?? [];
  } catch (error) {
    if (error instanceof ConnectorFailure) throw new AppError('conflict', error.message);
    throw error;
  }
}

/** The fields here that a stream can fill, custom fields at the end. */
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

/** The mapping of a stream: as people changed it, else as its connector proposes. */
export const mappingOf = (stream: RecordStream, row: Pick<StreamRow, 'mapping'> | undefined): Mapping =>
  row?.mapping ?? { rules: defaultRules(stream.kind, stream.mapping, stream.values), classes: [] };
