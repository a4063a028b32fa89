import type { FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import { isFilterable } from '@twinward/domain/records/kinds';
import type { FieldCaptions } from '@twinward/domain/records/show';
import type { Column } from '../../ui/list/data-table.tsx';
import { FieldText, isNumeric, unitOf } from './field-text.tsx';
import { type TypeFields, valueFields } from './value-fields.ts';

/** The fields that lists may show. */
export const listedFields = (type: TypeFields): FieldDefinition[] =>
  valueFields(type).filter(({ kind, deprecated }) => kind !== 'attachment' && !deprecated);

/** What lists sort by, of the fields of a type: those with one value. */
export const sortNames = (type: TypeFields): string[] =>
  valueFields(type)
    .filter((field) => isFilterable(field) && field.kind !== 'list-items')
    .map(({ name }) => `fields.${name}`);

/** The header and cells of a field. @param recordOf the values of a row, and the captions of the ids that they hold */
export function fieldColumn<Row>(
  field: FieldDefinition,
  recordOf: (row: Row) => { fields: FieldValues; captions: FieldCaptions },
): Pick<Column<Row>, 'header' | 'numeric' | 'cell'> {
  const unit = isNumeric(field) ? unitOf(field) : '';
  return {
    header: unit === '' ? field.caption : `${field.caption} (${unit})`,
    numeric: isNumeric(field),
    cell: (row) => <FieldText field={field} record={recordOf(row)} withUnit={false} />,
  };
}
