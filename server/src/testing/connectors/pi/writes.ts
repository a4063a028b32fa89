/** POST, and yet nothing of the plant changes: a list of markers for what is new. */
const readingPosts: ReadonlySet<string> = new Set(['streamsets/updates']);

/**
 * What of a call would change something in PI: every method but GET. A batch is as its parts are.
 * @param path below the address of PI Web API
 */
export function listWrites(method: string, path: string, body: string): string[] {
  if (method === 'GET' || (method === 'POST' && readingPosts.has(path))) return [];
  if (method !== 'POST' || path !== 'batch') return [`${method} ${path}`];
  const parts = Object.values(JSON.parse(body) as Record<string, { Method: string; Resource: string }>);
  return parts
    .filter(({ Method: part }) => part !== 'GET')
    .map(({ Method: part, Resource: resource }) => `${part} ${resource} in a batch`);
}
