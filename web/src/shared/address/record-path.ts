/** The page of the records that words find. */
export const recordSearchPath = (text: string): string =>
  `/tools/records?${new URLSearchParams({ find: text })}`;
