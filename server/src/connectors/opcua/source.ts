import { NodeId } from 'node-opcua-client';

/**
 * Names of values in an OPC UA server: `nsu=urn:plant;s=Pump.Speed`, and `nsu=urn:plant;s=Levels[3]` for one element of
 * an array. Uses the URI of the namespace instead of its index, which may change when a server restarts. `[]` is
 * appended to a node whose own name ends in such an index: `nsu=urn:plant;s="DB"."level"[3][]`.
 */

export interface Source {
  nodeId: NodeId;
  /** Index of an array element. Null for the whole value. */
  element: number | null;
}

const { NodeIdType } = NodeId;

const letters = {
  i: NodeIdType.NUMERIC,
  s: NodeIdType.STRING,
  g: NodeIdType.GUID,
  b: NodeIdType.BYTESTRING,
} as const;

/** Returns null if the server does not list the namespace. Sources of more than 200 characters can't feed tags. */
export function writeSource(
  nodeId: NodeId,
  namespaces: readonly string[],
  element: number | null = null,
): string | null {
  const namespace = namespaces[nodeId.namespace];
  if (namespace === undefined) return null;
  const name = `${nodeId.namespace === 0 ? '' : `nsu=${escapeUri(namespace)};`}${formatIdentifier(nodeId)}`;
  if (element !== null) return `${name}[${element}]`;
  return endsWithIndex(name) ? `${name}[]` : name;
}

/** Returns null for a text that is not a source, or for a namespace that the server does not have. */
export function readSource(source: string, namespaces: readonly string[]): Source | null {
  const parts = /^(?:nsu=([^;]*);)?([isgb])=(.+?)(?:\[(\d*)\])?$/s.exec(source);
  if (!parts) return null;
  const [, uri, letter, value, index] = parts;
  const namespace = uri === undefined ? 0 : namespaces.indexOf(unescapeUri(uri));
  if (namespace < 0 || value === undefined) return null;
  const type = letters[letter as keyof typeof letters];
  const number = Number(value);
  if (type === NodeIdType.NUMERIC && !(Number.isInteger(number) && number >= 0 && number < 2 ** 32))
    return null;
  const identifier =
    type === NodeIdType.NUMERIC
      ? number
      : type === NodeIdType.BYTESTRING
        ? Buffer.from(value, 'base64')
        : value;
  return {
    nodeId: new NodeId(type, identifier, namespace),
    element: index === undefined || index === '' ? null : Number(index),
  };
}

function formatIdentifier({ identifierType, value }: NodeId): string {
  const letter = (Object.keys(letters) as (keyof typeof letters)[]).find(
    (candidate) => letters[candidate] === identifierType,
  );
  return `${letter}=${Buffer.isBuffer(value) ? value.toString('base64') : value}`;
}

function endsWithIndex(name: string): boolean {
  return /\[\d*\]$/.test(name);
}

/** Escapes a URI as in OPC 10000-6, 5.3.1.11. */
function escapeUri(uri: string): string {
  return uri.replaceAll('%', '%25').replaceAll(';', '%3B');
}

function unescapeUri(uri: string): string {
  return uri.replaceAll('%3B', ';').replaceAll('%25', '%');
}
