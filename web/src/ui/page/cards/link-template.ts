/** Series types whose click data is the row itself. */
const rowTypes = new Set(['pie', 'bar']);

/** The clicked item: the row of a pie or bar; in other series, the third element of the data. */
export function clickedItem(seriesType: string, data: unknown): unknown {
  if (rowTypes.has(seriesType)) return data;
  return Array.isArray(data) ? data[2] : undefined;
}

/** Fills a path template such as `/apps/twins/{id}` with an item's values; null if a value is missing. */
export function fillTemplate(template: string, item: unknown): string | null {
  const values: Record<string, unknown> = typeof item === 'object' && item !== null ? { ...item } : {};
  let complete = true;
  const path = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : null;
    if (value === null || value === undefined || value === '') complete = false;
    return encodeURIComponent(String(value));
  });
  return complete ? path : null;
}
