import type { Db } from '../../../platform/database/database.ts';
import type { ModelInput } from '../../../platform/database/pattern-columns.ts';
import type { MappedInput } from '../definition/service.ts';

/** A model in service with its expected values. */
export interface ModelRow {
  protectionId: number;
  protectionName: string;
  twinId: number;
  number: number;
  stepSeconds: number;
  /** In the order of the model. */
  inputs: ModelInput[];
  /** Serialized; null without expected values. */
  expected: Uint8Array | null;
}

const selectModels = (db: Db) =>
  db
    .selectFrom('pattern_set')
    .innerJoin('pattern_version', 'pattern_version.id', 'version_in_service_id')
    .innerJoin('protection', 'protection.id', 'protection_id')
    .select(['protection_id as protectionId', 'protection.name as protectionName', 'twin_id as twinId'])
    .select(['number', 'pattern_version.step_seconds as stepSeconds', 'inputs', 'expected']);

/** Selects the model in service of a protection; null if it has none. */
export async function selectModel(db: Db, protectionId: number): Promise<ModelRow | null> {
  return (await selectModels(db).where('protection_id', '=', protectionId).executeTakeFirst()) ?? null;
}

/** The current state of an input of a model. */
export interface InputRow extends MappedInput {
  id: number;
  mapped_tag_name: string | null;
}

/** Selects inputs by their ids, in that order; deleted ones are omitted. */
export async function selectInputs(db: Db, ids: readonly number[]): Promise<InputRow[]> {
  const rows = await db
    .selectFrom('tag_alias')
    .leftJoin('tag', 'tag.id', 'mapped_tag_id')
    .select(['tag_alias.id', 'tag_alias.name', 'tag_alias.unit', 'mapped_tag_id'])
    .select(['tag.name as mapped_tag_name', 'tag.unit as mapped_tag_unit'])
    .where('tag_alias.id', 'in', ids)
    .execute();
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}
