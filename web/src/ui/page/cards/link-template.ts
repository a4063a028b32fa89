/** Which types of series give the clicked row itself. */
const rowTypes = new Set(['pie', 'bar']);

/** What was clicked on in a chart: the row of a pie or a bar, of other series the third element of their data. */
export function clickedItem(seriesType: string, data: unknown): unknown {
  if (rowTypes.has(seriesType)) return data;
  return Array.isArray(data) ? data[2] : undefined;
}

/**
 * The path that a template such as `/apps/twins/{id}` makes with an item's values; null when the item has no
 * value for one of its parameters.
 */
export function linkOf(template: string, item: unknown): string | null {
  const values: Record<string, unknown> = typeof item === 'object' && item !== null ? { ...item } : {};
  let complete = true;
  const path = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : null;
    if (value === null || value === undefined || value === '') complete = false;
    return encodeURIComponent(String(value));
  });
  return complete ? path : null;
}
