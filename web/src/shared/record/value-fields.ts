import type { FieldDefinition } from '@twinward/contracts/records/field';
import type { RecordType } from '@twinward/contracts/records/record-type';

/** The properties of a type that determine how the values of its fields are displayed and filtered. */
export type TypeFields = Readonly<Pick<RecordType, 'fields' | 'rollUps'>>;

/** Used while the type is loading. */
export const noFields: TypeFields = { fields: [], rollUps: {} };

/** The fields of a type. Roll-ups are replaced by fields of the kind of their values, if the user may see them. */
export const valueFields = ({ fields, rollUps }: TypeFields): FieldDefinition[] =>
  fields.map((field) => (field.kind === 'roll-up' ? (rollUps[field.name] ?? field) : field));
