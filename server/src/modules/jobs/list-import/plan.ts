import type { ListImportRow } from '@twinward/contracts/system/list-import';
import {
  type ListItemChange,
  listItemChange,
  type ValueList,
  type ValueListItem,
} from '@twinward/contracts/system/value-list';
import type { FileRow } from '../row-import/service.ts';
import { type ColumnName, toHeading } from './columns.ts';

/** The plan for a row of the file. */
export interface PlannedItem extends ListImportRow {
  item: ListItemChange | null;
}

/** Plans the import of the rows of a file of list items. */
export function planRows(rows: readonly FileRow<ColumnName>[], list: ValueList): PlannedItem[] {
  const existing = new Map(list.configuration.items.map((item) => [toItemKey(list, item), item]));
  const lines = new Map<string, number>();
  return rows.map((row) => planRow(row, { list, existing, lines }));
}

interface Known {
  list: ValueList;
  existing: ReadonlyMap<string, ValueListItem>;
  /** The first line of each item. */
  lines: Map<string, number>;
}

/** Returns the key of an item in its list. */
export const toItemKey = (
  { kind }: Pick<ValueList, 'kind'>,
  { category, value, caption }: { category: string | null; value?: string | undefined; caption: string },
): string => JSON.stringify([category, kind === 'plain' ? value : caption]);

function planRow(
  { line, cells, problem }: FileRow<ColumnName>,
  { list, existing, lines }: Known,
): PlannedItem {
  const shown = {
    category: (cells.category ?? '').slice(0, 100),
    caption: (cells.caption ?? '').slice(0, 200),
  };
  const refused = (message: string): PlannedItem => ({
    line,
    action: 'error',
    ...shown,
    message,
    item: null,
  });
  if (problem !== undefined) return refused(problem);
  const names = { category: cells.category || null, value: cells.value, caption: cells.caption ?? '' };
  const key = toItemKey(list, names);
  const before = existing.get(key);
  const wrongAnswer = (['default', 'isDeprecated'] as const).find(
    (name) => !['', 'yes', 'no'].includes((cells[name] ?? '').toLowerCase()),
  );
  if (wrongAnswer) return refused(`${toHeading(wrongAnswer)}: Please enter yes or no.`);
  const parsed = listItemChange.safeParse({
    ...(before ? { id: before.id } : {}),
    ...names,
    value: list.kind === 'plain' ? (names.value ?? '') : undefined,
    description: cells.description ?? before?.description ?? '',
    color:
      list.kind === 'coloured' ? (cells.color === undefined ? before?.color : cells.color || null) : null,
    default: isYes(cells.default, before?.default),
    isDeprecated: isYes(cells.isDeprecated, before?.isDeprecated),
  });
  if (!parsed.success) {
    return refused(
      parsed.error.issues.map(({ path, message }) => `${toHeading(String(path[0]))}: ${message}`).join(' '),
    );
  }
  const earlier = lines.get(key);
  if (earlier !== undefined) return refused(`Row ${earlier} has the same item.`);
  lines.set(key, line);
  const wrong = findProblem(list, parsed.data, before);
  if (wrong !== null) return refused(wrong);
  const action = !before ? 'create' : isSame(parsed.data, before) ? 'unchanged' : 'update';
  return { line, action, ...shown, message: null, item: parsed.data };
}

const isYes = (cell: string | undefined, before: boolean | undefined): boolean =>
  cell === undefined ? (before ?? false) : cell.toLowerCase() === 'yes';

/** Returns the error of an item that the list does not allow. Other errors are found when the list is written. */
function findProblem(
  { name, dataType, hasFixedItems, configuration: { categories } }: ValueList,
  { category, value }: ListItemChange,
  before: ValueListItem | undefined,
): string | null {
  if (category === null ? categories.length > 0 : !categories.includes(category)) {
    return categories.length === 0
      ? 'Category: This list has no categories.'
      : `Category: Please choose one of ${categories.join(', ')}.`;
  }
  if (dataType === 'N' && !/^-?\d+(\.\d+)?$/.test(value ?? '')) return 'Value: Please enter a number.';
  if (hasFixedItems && !before) return `The codes of ${name} are fixed. Items cannot be added.`;
  return null;
}

const isSame = (item: ListItemChange, before: ValueListItem): boolean =>
  (['caption', 'description', 'color', 'default', 'isDeprecated'] as const).every(
    (name) => item[name] === before[name],
  );
