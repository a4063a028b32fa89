/** Content types of returned files and streams. */
export const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
  png: 'image/png',
  html: 'text/html; charset=utf-8',
  events: 'text/event-stream; charset=utf-8',
} as const;
