import Chip from '@mui/material/Chip';
import type { CustomRecord } from '@twinward/contracts/records/record';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { captionOfState } from '@twinward/domain/records/states';
import { fieldColumn, listedFields, sortNames } from '../../shared/record/field-column.tsx';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';

/** The available columns besides the title, by name in the URL: `fields.{name}`, State, UpdatedAt, CreatedAt. */
export function columnChoices(type: RecordType): { value: string; label: string }[] {
  return [
    ...(type.states.length === 0 ? [] : [{ value: 'State', label: 'State' }]),
    ...listedFields(type).map(({ name, caption }) => ({ value: `fields.${name}`, label: caption })),
    { value: 'UpdatedAt', label: 'Changed' },
    { value: 'CreatedAt', label: 'Added' },
  ];
}

/** The default columns. */
export function standardColumns(type: RecordType): string[] {
  const inList = type.fields.filter(({ inList }) => inList).map(({ name }) => `fields.${name}`);
  return columnChoices(type)
    .map(({ value }) => value)
    .filter((value) => value === 'State' || value === 'UpdatedAt' || inList.includes(value));
}

/** The chosen columns in the URL, in order. */
export function chosenColumns(type: RecordType, text: string | undefined): string[] {
  const known = new Set(columnChoices(type).map(({ value }) => value));
  const chosen = (text ?? '').split(',').filter((value) => known.has(value));
  return chosen.length === 0 ? standardColumns(type) : [...new Set(chosen)];
}

/** The sortable fields of a type. */
export const sortFields = (type: RecordType): string[] => [
  ...['Title', 'State', 'UpdatedAt', 'CreatedAt'],
  ...sortNames(type),
];

/** The columns of a list of records. On a phone, only the title and the first two others are shown. */
export function recordColumns(type: RecordType, chosen: readonly string[]): Column<CustomRecord>[] {
  const sortable = new Set(sortFields(type));
  const listed = listedFields(type);
  return [
    {
      id: 'title',
      header: type.caption,
      width: chosen.length > 5 ? '20%' : '28%',
      sort: { field: 'Title' },
      cell: (record) => (
        <span title={record.title}>
          {record.title || `#${record.id}`}
          {record.incomplete.length > 0 ? (
            <Chip size="small" variant="outlined" label="Incomplete" sx={{ ml: 2 }} />
          ) : null}
        </span>
      ),
    },
    ...chosen.map((name, index): Column<CustomRecord> => {
      const sort = sortable.has(name) ? { sort: { field: name } } : {};
      const common = { id: name, wide: index >= 2, ...sort };
      if (name === 'State')
        return { ...common, header: 'State', cell: ({ state }) => captionOfState(type, state) || '–' };
      if (name === 'UpdatedAt')
        return { ...common, header: 'Changed', cell: ({ updatedAt }) => <Time value={updatedAt} /> };
      if (name === 'CreatedAt')
        return { ...common, header: 'Added', cell: ({ createdAt }) => <Time value={createdAt} /> };
      const field = listed.find((one) => `fields.${one.name}` === name)!;
      return { ...common, ...fieldColumn<CustomRecord>(field, (one) => one) };
    }),
  ];
}
