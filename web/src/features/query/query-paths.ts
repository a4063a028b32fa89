export const queriesPath = '/tools/querylist';
export const queryPath = (id: number): string => `/tools/query/${id}`;
export const queryEditPath = (id: number): string => `/tools/query/${id}/edit`;
export const newQueryPath = '/tools/query/new/edit';
