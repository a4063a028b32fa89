import type { FastifyInstance, HTTPMethods } from 'fastify';
import { AppError } from '../errors.ts';

const methods: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Answers 405 for the methods that a path lacks, and OPTIONS with those that it has.
 * @param calls as `GET /api/twins/:id`
 */
export function refuseOtherMethods(app: FastifyInstance, calls: Iterable<string>): void {
  const paths = new Map<string, { path: string; allowed: HTTPMethods[] }>();
  const pathsOf = new Map<string, string[]>();
  for (const call of calls) {
    const [method, path] = call.split(' ') as [HTTPMethods, string];
    const shape = path.replace(/:\w+/g, ':').replace(/\/$/, '');
    const entry = paths.get(shape) ?? { path, allowed: [] };
    paths.set(shape, entry);
    entry.allowed.push(method, ...(method === 'GET' ? (['HEAD'] as const) : []));
    pathsOf.set(method, [...(pathsOf.get(method) ?? []), path]);
  }
  for (const { path, allowed } of paths.values()) {
    const allow = [...allowed, 'OPTIONS'].join(', ');
    // `GET /api/groups/filters` asks for the group of that name, though only a POST has that path.
    const isTaken = (method: string) => (pathsOf.get(method) ?? []).some((other) => covers(other, path));
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

/** Whether a path with parameters matches another one. */
function covers(pattern: string, path: string): boolean {
  const [parts, others] = [pattern.split('/'), path.split('/')];
  return (
    parts.length === others.length && parts.every((part, at) => part.startsWith(':') || part === others[at])
  );
}
