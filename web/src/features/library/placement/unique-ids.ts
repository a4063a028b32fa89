import type { Filter } from '@twinward/contracts/core/list';

/** Maximum number of values per filter. */
const valuesPerFilter = 1000;

/** Parses the distinct unique ids in a pasted text: one per line, or separated by commas, semicolons or tabs. */
export const readUniqueIds = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n\r,;\t]+/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
];

/** The filter for assets with given unique ids. */
export function uniqueIdFilter(uniqueIds: readonly string[]): Filter {
  const filters: Filter[] = [];
  for (let start = 0; start < uniqueIds.length; start += valuesPerFilter) {
    const value = uniqueIds.slice(start, start + valuesPerFilter);
    filters.push({ field: 'UniqueId', operator: 'In', value });
  }
  return filters.length === 1 ? filters[0]! : { operator: 'GroupOr', filters };
}
