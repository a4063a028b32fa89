/** Content types of returned files and streams. */
export const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
  png: 'image/png',
  html: 'text/html; charset=utf-8',
  events: 'text/event-stream; charset=utf-8',
} as const;

/** What calls have in common that return a file, which has one of these types. */
export const returnsFile = (...types: readonly (keyof typeof contentTypes)[]) =>
  ({ response: 'file', contentTypes: types.map((type) => contentTypes[type]) }) as const;
