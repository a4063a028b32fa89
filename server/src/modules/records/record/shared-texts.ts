import type { FieldDefinition } from '@twinward/contracts/records/field';
import type { Db } from '../../../platform/database/database.ts';
import { createTitles } from '../field/service.ts';
import { listShownFields, type TypeDefinition } from '../record-type/service.ts';

/** The title and the search text of a record are stored once for all users who may read its type. */

/**
 * Returns the fields whose values all readers of the type may see. Omits references to types that some of them may not
 * read.
 */
export const listSharedFields = (
  db: Db,
  { name, fields }: Pick<TypeDefinition, 'name' | 'fields'>,
): Promise<FieldDefinition[]> =>
  listShownFields(db, { isAdmin: false, groups: ['VIEWERS'], recordTypes: [name] }, fields);

/** Returns a function that creates the titles of records, from the fields that all readers may see. */
export const createSharedTitles = async (
  db: Db,
  type: TypeDefinition,
): Promise<ReturnType<typeof createTitles>> =>
  createTitles({ titleTemplate: type.titleTemplate, fields: await listSharedFields(db, type) });
