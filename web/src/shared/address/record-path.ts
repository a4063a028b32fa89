/** The search page of records, with a search text. */
export const recordSearchPath = (text: string): string =>
  `/tools/records?${new URLSearchParams({ find: text })}`;
