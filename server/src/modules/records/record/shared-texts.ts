import type { FieldDefinition } from '@twinward/contracts/records/field';
import type { Db } from '../../../platform/database/database.ts';
import { createTitles } from '../field/service.ts';
import { listShownFields, type TypeDefinition } from '../record-type/service.ts';

/** Texts of a record that are stored once for all who read its type: its title and what the search finds it by. */

/** The fields of a type whose values all who read it may see: without references to types that some may not read. */
export const listSharedFields = (
  db: Db,
  { name, fields }: Pick<TypeDefinition, 'name' | 'fields'>,
): Promise<FieldDefinition[]> =>
  listShownFields(db, { isAdmin: false, groups: ['VIEWERS'], recordTypes: [name] }, fields);

/** Makes the titles of the records of a type, of the fields that all who read it may see. */
export const createSharedTitles = async (
  db: Db,
  type: TypeDefinition,
): Promise<ReturnType<typeof createTitles>> =>
  createTitles({ titleTemplate: type.titleTemplate, fields: await listSharedFields(db, type) });
