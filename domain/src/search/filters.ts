import type { Filter } from '@twinward/contracts/core/list';
import { parseSearch, type SearchExpression } from './expression.ts';

type SearchFilters = { ok: true; filters: Filter[] } | { ok: false; message: string };

/** The filters for a search text; none for an empty text. */
export function searchFilters(text: string): SearchFilters {
  const parsed = parseSearch(text);
  if (!parsed.ok) return parsed;
  return { ok: true, filters: parsed.expression ? [toFilter(parsed.expression)] : [] };
}

function toFilter(expression: SearchExpression): Filter {
  if (expression.kind === 'word') {
    return { field: 'SearchText', operator: 'Contains', value: expression.text.toLowerCase() };
  }
  const operator = expression.kind === 'AND' ? 'GroupAnd' : 'GroupOr';
  return { operator, filters: expression.parts.map(toFilter) };
}

/** The distinct words of a search, to be marked in results. */
export function searchWords(filters: readonly Filter[]): string[] {
  const words = filters.flatMap((filter) => {
    if ('filters' in filter) return searchWords(filter.filters);
    return typeof filter.value === 'string' ? [filter.value] : [];
  });
  return [...new Set(words)];
}
