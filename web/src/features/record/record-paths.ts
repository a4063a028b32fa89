export const recordsPath = '/tools/records';
export const typeRecordsPath = (type: string): string => `${recordsPath}?${new URLSearchParams({ type })}`;
export const newRecordPath = (type: string): string => `${recordsPath}/new?${new URLSearchParams({ type })}`;
export const recordPath = (id: number): string => `${recordsPath}/${id}`;
