import type { InputType, IntervalSettings, ProtectionDefinition } from '@twinward/domain/evaluation';
import type { Db } from '../../platform/database.ts';

/** A protection as the engine takes it, and where its inputs come from. */
export interface StoredDefinition {
  protectionId: number;
  twinId: number;
  definition: ProtectionDefinition;
  /** By alias. */
  tagIds: ReadonlyMap<string, number>;
  /** In the definition's order. */
  thresholdIds: readonly number[];
  /** Changes with the definition: a state saved under another version is of no use. */
  version: number;
}

/** The definitions of the protections, by id; those that are gone are left out. */
export async function readDefinitions(
  db: Db,
  protectionIds: readonly number[],
): Promise<Map<number, StoredDefinition>> {
  if (protectionIds.length === 0) return new Map();
  const protections = await db
    .selectFrom('protection')
    .select(['id', 'twin_id', 'type', 'default_level', 'start_date', 'settings', 'definition_version'])
    .where('id', 'in', protectionIds)
    .execute();
  const thresholds = await db
    .selectFrom('threshold')
    .selectAll()
    .where('protection_id', 'in', protectionIds)
    .orderBy('protection_id')
    .orderBy('position')
    .execute();
  const inputs = await db
    .selectFrom('protection_input')
    .innerJoin('tag', 'tag.id', 'protection_input.tag_id')
    .select(['protection_id', 'alias', 'tag_id', 'tag.type'])
    .where('protection_id', 'in', protectionIds)
    .orderBy('alias')
    .execute();
  const thresholdsOf = byProtection(thresholds);
  const inputsOf = byProtection(inputs);
  return new Map(
    protections.map((protection) => {
      const ownThresholds = thresholdsOf.get(protection.id) ?? [];
      const ownInputs = inputsOf.get(protection.id) ?? [];
      const settings = protection.settings as Record<string, IntervalSettings>;
      const definition: ProtectionDefinition = {
        type: protection.type,
        startDate: protection.start_date?.getTime(),
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
          actions: threshold.actions as { direction?: 'enter' | 'exit' | 'both' }[],
        })),
        inputs: ownInputs.map((input) => ({
          alias: input.alias,
          type: (input.type === 'work' ? 'work' : 'data_point') satisfies InputType,
          settings: settings[input.alias],
        })),
      };
      const tagIds = new Map(ownInputs.map((input) => [input.alias, input.tag_id]));
      const stored: StoredDefinition = {
        protectionId: protection.id,
        twinId: protection.twin_id,
        definition,
        tagIds,
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
