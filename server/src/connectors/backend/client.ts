import {
  countSharedPoints,
  getSharing,
  listSharedTags,
  readSharedPoints,
} from '@twinward/contracts/connections/sharing';
import type { RouteBodyInput, RouteContract, RouteResponse } from '@twinward/contracts/core/route';
import type { z } from 'zod';
import { type ConnectorCall, ConnectorFailure } from '../connector.ts';
import { send } from '../http-client.ts';
import { type Side, toPointsSide } from './config.ts';

/** Calls of another installation, with the contracts that both share. */

/** Maximum number of tags in one call. */
const tagsAtOnce = 500;

/**
 * @param timeout milliseconds; default: the usual one
 * @throws ConnectorFailure
 */
export async function ask<R extends RouteContract & { response: z.ZodType }>(
  call: ConnectorCall,
  { url, token }: Side,
  route: R,
  { body, path = route.path, timeout }: { body?: RouteBodyInput<R>; path?: string; timeout?: number } = {},
): Promise<RouteResponse<R>> {
  const answer = await send(call, {
    method: route.method,
    url: `${url}${path}`,
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(timeout !== undefined && { timeout }),
    readError: (said) => (said as { message?: string } | null)?.message ?? null,
  });
  const read = route.response.safeParse(answer.json());
  if (read.success) return read.data as RouteResponse<R>;
  throw new ConnectorFailure(
    'protocol',
    'The other installation sent an answer that this version does not understand. Both installations should have the same version.',
    { cause: read.error },
  );
}

export const readSharing = (call: ConnectorCall, options: { timeout?: number } = {}) =>
  ask(call, toPointsSide(call.configuration), getSharing, options);

export const readTags = (call: ConnectorCall, body: RouteBodyInput<typeof listSharedTags>) =>
  ask(call, toPointsSide(call.configuration), listSharedTags, { body });

/** Reads tags by name. Omits tags that may not be read. */
export async function readTagsByName(call: ConnectorCall, names: readonly string[]) {
  const parts = await Promise.all(divide(names).map((part) => readTags(call, { names: part })));
  return new Map(parts.flatMap(({ tags }) => tags).map((tag) => [tag.name, tag]));
}

export const readPoints = (call: ConnectorCall, body: RouteBodyInput<typeof readSharedPoints>) =>
  ask(call, toPointsSide(call.configuration), readSharedPoints, { body });

/** Counts the points of tags in their ranges, by name. */
export async function countPoints(
  call: ConnectorCall,
  tags: readonly { name: string; from: number; to: number }[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const part of divide(tags)) {
    const body = { tags: part };
    const found = await ask(call, toPointsSide(call.configuration), countSharedPoints, { body });
    for (const { name, count } of found) counts.set(name, count);
  }
  return counts;
}

/** Splits tags into parts that fit into a call. */
export function divide<T>(all: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += tagsAtOnce) parts.push(all.slice(at, at + tagsAtOnce));
  return parts;
}
