type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** A row with names in camel case, and times in ISO 8601. */
export type FromRow<Row> = {
  [Name in keyof Row as CamelCase<Name>]: Row[Name] extends infer Value
    ? Value extends Date
      ? string
      : Value
    : never;
};

/** Names in camel case, by column. */
const names = new Map<string, string>();

function toCamelCase(column: string): string {
  let name = names.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    names.set(column, name);
  }
  return name;
}

/**
 * Returns the values of a row as the API names and formats them: names in camel case, and times in ISO 8601. Values in
 * JSON documents stay as they are. The row must have the columns of the record only: the caller omits others.
 */
export function fromRow<Row extends object>(row: Row): FromRow<Row> {
  const record: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row))
    record[toCamelCase(column)] = value instanceof Date ? value.toISOString() : value;
  return record as FromRow<Row>;
}
