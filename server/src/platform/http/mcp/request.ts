import { acceptsKey } from '@twinward/contracts/core/route';
import { keyArgument, type Tool } from './tools.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** The HTTP request of a call. */
export interface ToolRequest {
  method: Tool['route']['method'];
  url: string;
  headers: Record<string, string>;
  /** JSON. */
  payload?: string;
}

/** Wrong arguments of a tool. The message lists the accepted ones. */
export class ArgumentProblem extends Error {}

/** @throws ArgumentProblem for arguments that are missing, unknown or of the wrong type. */
export function toRequest(tool: Tool, args: Arguments): ToolRequest {
  const { route, query, required } = tool;
  const taken = Object.keys(tool.listed.inputSchema.properties as object);
  const unknown = Object.keys(args).filter((name) => !taken.includes(name));
  if (unknown.length > 0) {
    const takes = taken.length === 0 ? 'The tool accepts none.' : `The tool accepts ${taken.join(', ')}.`;
    throw new ArgumentProblem(`Unknown argument: ${unknown.join(', ')}. ${takes}`);
  }
  const missing = required.filter((name) => args[name] === undefined);
  if (missing.length > 0) throw new ArgumentProblem(`Please give ${missing.join(', ')}.`);
  const path = route.path.replace(/:(\w+)/g, (_, name) => pathPart(name, args[name]));
  const search = new URLSearchParams(
    query
      .filter((name) => args[name] !== undefined && args[name] !== null)
      .flatMap((name) => [args[name]].flat().map((value) => [name, toText(name, value)])),
  ).toString();
  const hasBody = route.body !== undefined;
  const key = acceptsKey(route) ? args[keyArgument] : undefined;
  return {
    method: route.method,
    url: search === '' ? path : `${path}?${search}`,
    headers: {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { [keyArgument]: toText(keyArgument, key) }),
    },
    ...(hasBody ? { payload: JSON.stringify(args.body ?? {}) } : {}),
  };
}

/** A part of a path. Dots or an empty text would address another call. */
function pathPart(name: string, value: unknown): string {
  const text = toText(name, value);
  if (/^\.{0,2}$/.test(text)) throw new ArgumentProblem(`${name}: Please give a value.`);
  return encodeURIComponent(text);
}

function toText(name: string, value: unknown): string {
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  throw new ArgumentProblem(`${name}: Please give a text or a number.`);
}
