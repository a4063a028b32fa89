import type { FastifyInstance, HTTPMethods } from 'fastify';
import { AppError } from '../errors.ts';

const methods: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Answers 405 for methods that a path does not support, and OPTIONS with those that it supports.
 * @param calls as `GET /api/twins/:id`
 */
export function refuseOtherMethods(app: FastifyInstance, calls: Iterable<string>): void {
  const paths = new Map<string, { path: string; allowed: HTTPMethods[] }>();
  /** The segments of paths, by method and number of segments. */
  const partsByCount = new Map<string, string[][]>();
  for (const call of calls) {
    const [method, path] = call.split(' ') as [HTTPMethods, string];
    const shape = path.replace(/:\w+/g, ':').replace(/\/$/, '');
    const entry = paths.get(shape) ?? { path, allowed: [] };
    paths.set(shape, entry);
    entry.allowed.push(method, ...(method === 'GET' ? (['HEAD'] as const) : []));
    const parts = path.split('/');
    const alike = partsByCount.get(`${method} ${parts.length}`) ?? [];
    partsByCount.set(`${method} ${parts.length}`, alike);
    alike.push(parts);
  }
  for (const { path, allowed } of paths.values()) {
    const allow = [...allowed, 'OPTIONS'].join(', ');
    // `GET /api/groups/filters` reads the group with that name, although the path exists only for POST.
    const parts = path.split('/');
    const isTaken = (method: string) =>
      (partsByCount.get(`${method} ${parts.length}`) ?? []).some((pattern) => covers(pattern, parts));
    const refused = methods.filter((method) => !allowed.includes(method) && !isTaken(method));
    app.route({
      method: refused,
      url: path,
      onRequest: async ({ method, url }, reply) => {
        reply.header('allow', allow);
        if (method === 'OPTIONS') return reply.status(204).send();
        const named = url.split('?')[0];
        throw new AppError('method-not-allowed', `${named} takes ${allow}, and no ${method}.`);
      },
      handler: () => undefined,
    });
  }
}

/** Whether a path with parameters matches another one with the same number of segments. */
function covers(pattern: readonly string[], parts: readonly string[]): boolean {
  return pattern.every((part, at) => part.startsWith(':') || part === parts[at]);
}
