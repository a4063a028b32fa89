import { NodeId } from 'node-opcua-client';

/**
 * Names of values in an OPC UA server: `nsu=urn:plant;s=Pump.Speed`, and `nsu=urn:plant;s=Levels[3]` for one element of
 * an array. The URI of the namespace stands in place of its index, which differs from start to start of a server. A node
 * whose own name ends in such an index is followed by `[]`: `nsu=urn:plant;s="DB"."level"[3][]`.
 */

export interface Source {
  nodeId: NodeId;
  /** Of an element of an array; null: the whole value. */
  element: number | null;
}

const { NodeIdType } = NodeId;

const letters = {
  i: NodeIdType.NUMERIC,
  s: NodeIdType.STRING,
  g: NodeIdType.GUID,
  b: NodeIdType.BYTESTRING,
} as const;

/** Null: it is of a namespace that the server does not list. One of more than 200 characters can feed no tag. */
export function writeSource(
  nodeId: NodeId,
  namespaces: readonly string[],
  element: number | null = null,
): string | null {
  const namespace = namespaces[nodeId.namespace];
  if (namespace === undefined) return null;
  const name = `${nodeId.namespace === 0 ? '' : `nsu=${escapeUri(namespace)};`}${identifierOf(nodeId)}`;
  if (element !== null) return `${name}[${element}]`;
  return endsWithIndex(name) ? `${name}[]` : name;
}

/** Null: no name of OPC UA, or of a namespace that the server does not have. */
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

function identifierOf({ identifierType, value }: NodeId): string {
  const letter = (Object.keys(letters) as (keyof typeof letters)[]).find(
    (candidate) => letters[candidate] === identifierType,
  );
  return `${letter}=${Buffer.isBuffer(value) ? value.toString('base64') : value}`;
}

function endsWithIndex(name: string): boolean {
  return /\[\d*\]$/.test(name);
}

/** As in OPC 10000-6, 5.3.1.11. */
function escapeUri(uri: string): string {
  return uri.replaceAll('%', '%25').replaceAll(';', '%3B');
}

function unescapeUri(uri: string): string {
  return uri.replaceAll('%3B', ';').replaceAll('%25', '%');
}
