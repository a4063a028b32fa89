import type { IntervalSettings, ProtectionDefinition } from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { getTimeZone } from '../../system/setting/service.ts';
import { listParametersOfTwins, type StoredParameter } from '../../twins/parameter/service.ts';
import {
  type InputSources,
  isInUnits,
  mayNameParameter,
  readLogicUnits,
  readSources,
  unitOfInput,
} from './sources.ts';

/** A protection in the form of the engine, with the tags of its inputs. */
export interface StoredDefinition {
  protectionId: number;
  twinId: number;
  definition: ProtectionDefinition;
  sources: InputSources;
  /** In the definition's order. */
  thresholdIds: readonly number[];
  /** Changes with the definition; states that were saved under another version are invalid. */
  version: number;
}

/** Returns the definitions of the protections by id; deleted protections are omitted. */
export async function listDefinitions(
  db: Db,
  protectionIds: readonly number[],
): Promise<Map<number, StoredDefinition>> {
  if (protectionIds.length === 0) return new Map();
  const protections = await db
    .selectFrom('protection')
    .innerJoin('twin', 'twin.id', 'protection.twin_id')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .select(({ fn }) => [
      'protection.id',
      'twin_id',
      'type',
      'default_level',
      'definition_version',
      'asset.out_of_service_at',
      // Schedules that count from the plan's start use the twin's start if the plan has none.
      fn.coalesce('protection.start_date', 'twin.start_date').as('start_date'),
    ])
    .where('protection.id', 'in', protectionIds)
    .execute();
  const thresholds = await db
    .selectFrom('threshold')
    .selectAll()
    .where('protection_id', 'in', protectionIds)
    .orderBy('protection_id')
    .orderBy('position')
    .execute();
  const inputs = await db
    .selectFrom('protection_alias')
    .innerJoin('tag_alias', 'tag_alias.id', 'protection_alias.tag_alias_id')
    .leftJoin('tag', 'tag.id', 'tag_alias.mapped_tag_id')
    .select(['protection_id', 'tag_alias.name', 'mapped_tag_id', 'tag_alias.type', 'settings'])
    .select(['tag_alias.unit', 'tag.unit as mapped_tag_unit'])
    .where('protection_id', 'in', protectionIds)
    .orderBy('tag_alias.name')
    .execute();
  const timeZone = await getTimeZone(db);
  const thresholdsByProtection = byProtection(thresholds);
  const inputsByProtection = byProtection(inputs);
  const parametersByProtection = await listNamedParameters(db, protections, thresholds);
  // Units matter only for logic that has a number with a unit.
  const inUnits = new Set(
    thresholds
      .filter(({ logic, protection_id }) => isInUnits(logic, parametersByProtection.get(protection_id) ?? []))
      .map(({ protection_id }) => protection_id),
  );
  const units = await readLogicUnits(
    db,
    thresholds.filter(({ protection_id }) => inUnits.has(protection_id)).map(({ logic }) => logic),
    inputs.filter(({ protection_id }) => inUnits.has(protection_id)),
    [...inUnits].flatMap((id) => parametersByProtection.get(id) ?? []),
  );
  const sources = await readSources(
    db,
    protections.map(({ id }) => inputsByProtection.get(id) ?? []),
  );
  return new Map(
    protections.map((protection, index) => {
      const ownThresholds = thresholdsByProtection.get(protection.id) ?? [];
      const ownInputs = inputsByProtection.get(protection.id) ?? [];
      const definition: ProtectionDefinition = {
        type: protection.type,
        startDate: protection.start_date?.getTime(),
        endDate: protection.out_of_service_at?.getTime(),
        timeZone,
        defaultLevel: protection.default_level,
        thresholds: ownThresholds.map((threshold) => ({
          id: String(threshold.id),
          name: threshold.name,
          alias: threshold.alias ?? undefined,
          logic: threshold.logic,
          level: threshold.level,
          logExcursion: threshold.log_excursion,
          onDelay: threshold.on_delay,
          offDelay: threshold.off_delay,
          deadband: threshold.deadband,
          actions: threshold.actions,
        })),
        inputs: ownInputs.map(({ name, type, settings, ...input }) => ({
          alias: name,
          type,
          settings: settings as IntervalSettings,
          unit: unitOfInput(input),
        })),
        ...(parametersByProtection.has(protection.id)
          ? { parameters: parametersByProtection.get(protection.id) }
          : {}),
        ...(inUnits.has(protection.id) ? { units } : {}),
      };
      const stored: StoredDefinition = {
        protectionId: protection.id,
        twinId: protection.twin_id,
        definition,
        sources: sources[index]!,
        thresholdIds: ownThresholds.map((threshold) => threshold.id),
        version: protection.definition_version,
      };
      return [protection.id, stored];
    }),
  );
}

/** Returns the parameters of the twins of protections whose logic may use some, by protection. */
async function listNamedParameters(
  db: Db,
  protections: readonly { id: number; twin_id: number }[],
  thresholds: readonly { protection_id: number; logic: string }[],
): Promise<Map<number, StoredParameter[]>> {
  const naming = new Set(
    thresholds.filter(({ logic }) => mayNameParameter(logic)).map(({ protection_id }) => protection_id),
  );
  if (naming.size === 0) return new Map();
  const own = protections.filter(({ id }) => naming.has(id));
  const ofTwins = await listParametersOfTwins(
    db,
    own.map(({ twin_id }) => twin_id),
  );
  return new Map(
    own.flatMap(({ id, twin_id }) => {
      const parameters = ofTwins.get(twin_id);
      return parameters ? [[id, parameters]] : [];
    }),
  );
}

function byProtection<Row extends { protection_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.protection_id);
    if (group) group.push(row);
    else groups.set(row.protection_id, [row]);
  }
  return groups;
}
