import type { FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import { isFilterable } from '@twinward/domain/records/kinds';
import type { FieldCaptions } from '@twinward/domain/records/show';
import type { Column } from '../../ui/list/data-table.tsx';
import { FieldText, fieldUnit, isNumeric } from './field-text.tsx';
import { type TypeFields, valueFields } from './value-fields.ts';

/** The fields available as list columns. */
export const listedFields = (type: TypeFields): FieldDefinition[] =>
  valueFields(type).filter(({ kind, deprecated }) => kind !== 'attachment' && !deprecated);

/** The sortable fields of a type: those with a single value. */
export const sortNames = (type: TypeFields): string[] =>
  valueFields(type)
    .filter((field) => isFilterable(field) && field.kind !== 'list-items')
    .map(({ name }) => `fields.${name}`);

/** The list column of a field. @param toRecord returns the values of a row, and the captions of ids in them */
export function fieldColumn<Row>(
  field: FieldDefinition,
  toRecord: (row: Row) => { fields: FieldValues; captions: FieldCaptions },
): Pick<Column<Row>, 'header' | 'numeric' | 'cell'> {
  const unit = isNumeric(field) ? fieldUnit(field) : '';
  return {
    header: unit === '' ? field.caption : `${field.caption} (${unit})`,
    numeric: isNumeric(field),
    cell: (row) => <FieldText field={field} record={toRecord(row)} withUnit={false} />,
  };
}
