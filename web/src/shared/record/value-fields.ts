import type { FieldDefinition } from '@twinward/contracts/records/field';
import type { RecordType } from '@twinward/contracts/records/record-type';

/** What of a type decides how the values of its fields are shown and filtered by. */
export type TypeFields = Readonly<Pick<RecordType, 'fields' | 'rollUps'>>;

/** Before the type is loaded. */
export const noFields: TypeFields = { fields: [], rollUps: {} };

/** The fields of a type, roll-ups as fields of the kind of their values; those that the user may not see have none. */
export const valueFields = ({ fields, rollUps }: TypeFields): FieldDefinition[] =>
  fields.map((field) => (field.kind === 'roll-up' ? (rollUps[field.name] ?? field) : field));
