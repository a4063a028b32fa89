import type { IntervalSettings, ProtectionDefinition } from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { type InputSources, readLogicUnits, readSources, unitOfInput } from './sources.ts';
import { getTimeZone } from './time-zone.ts';

/** A protection in the form of the engine, with the tags of its inputs. */
export interface StoredDefinition {
  protectionId: number;
  twinId: number;
  definition: ProtectionDefinition;
  sources: InputSources;
  /** In the definition's order. */
  thresholdIds: readonly number[];
  /** Changes with the definition; states saved under another version are invalid. */
  version: number;
}

/** The definitions of the protections, by id; deleted ones are left out. */
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
  const thresholdsOf = byProtection(thresholds);
  const inputsOf = byProtection(inputs);
  // Only a number with a unit is compiled by units.
  const quoting = new Set(
    thresholds.filter(({ logic }) => logic.includes('"')).map(({ protection_id }) => protection_id),
  );
  const units = await readLogicUnits(
    db,
    thresholds.filter(({ protection_id }) => quoting.has(protection_id)).map(({ logic }) => logic),
    inputs.filter(({ protection_id }) => quoting.has(protection_id)),
  );
  const sources = await readSources(
    db,
    protections.map(({ id }) => inputsOf.get(id) ?? []),
  );
  return new Map(
    protections.map((protection, index) => {
      const ownThresholds = thresholdsOf.get(protection.id) ?? [];
      const ownInputs = inputsOf.get(protection.id) ?? [];
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
        ...(quoting.has(protection.id) ? { units } : {}),
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

function byProtection<Row extends { protection_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.protection_id);
    if (group) group.push(row);
    else groups.set(row.protection_id, [row]);
  }
  return groups;
}
