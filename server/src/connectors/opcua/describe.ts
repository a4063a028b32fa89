import { maximumSource } from '@twinward/contracts/connections/intake';
import {
  AttributeIds,
  DataType,
  type DataValue,
  NodeClass,
  NodeId,
  type ReferenceDescription,
} from 'node-opcua-client';
import type { BrowsedPage } from '../connector.ts';
import type { Session } from './client.ts';
import { isNumeric, toPoint } from './mapping.ts';
import { readAll } from './read.ts';
import { isAbout, readReferences } from './references.ts';
import { writeSource } from './source.ts';

/** What a person is shown of a node. */

export type Node = BrowsedPage['nodes'][number];

/** References of a node that give its unit, and show whether it is a folder. */
const shownChildren = 50;

export interface Found {
  reference: ReferenceDescription;
  name: string;
}

/** The nodes of references, with values, units and descriptions; nodes of other servers are left out. */
export async function describe(session: Session, found: readonly Found[]): Promise<Node[]> {
  const local = found.filter(({ reference }) => !reference.nodeId.serverIndex);
  const ids = local.map(({ reference }) => toNodeId(reference));
  const children = await readReferences(session, ids, shownChildren);
  const units = await unitsOf(session, children);
  const attributes = await readAll(
    session,
    ids.flatMap((nodeId) =>
      [AttributeIds.Description, AttributeIds.Value, AttributeIds.DataType].map((attributeId) => ({
        nodeId,
        attributeId,
      })),
    ),
  );
  return local.flatMap(({ reference, name }, index) => {
    const [description, value, dataType] = attributes.slice(3 * index, 3 * index + 3);
    const nodeId = ids[index];
    if (!nodeId) return [];
    const source = writeSource(nodeId, session.namespaces);
    const isVariable = reference.nodeClass === NodeClass.Variable;
    const length = isVariable ? lengthOf(value) : null;
    const isNumber = isVariable && length === null && isNumericNode(value, dataType);
    const hasChildren = (children[index] ?? []).some((child) => !isAbout(child));
    if (source === null) return [];
    const point = isNumber && value ? toPoint(source, value, Date.now()) : null;
    return [
      {
        source,
        name,
        description: textOf(description?.value?.value),
        unit: units[index] ?? null,
        isFolder: length !== null || hasChildren,
        isReadable: isNumber && source.length <= maximumSource,
        value: point?.value ?? null,
        time: point ? new Date(point.time).toISOString() : null,
      },
    ];
  });
}

/** The elements of an array from one index to before another, as nodes of their own; none for what is no array. */
export async function describeElements(
  session: Session,
  nodeId: NodeId,
  from: number,
  to: number,
): Promise<{ nodes: Node[]; length: number }> {
  const [value] = await readAll(session, [{ nodeId, attributeId: AttributeIds.Value }]);
  const length = lengthOf(value) ?? 0;
  if (length === 0) return { nodes: [], length };
  const [own] = await readReferences(session, [nodeId], shownChildren);
  const [unit] = await unitsOf(session, [own ?? []]);
  const time = value?.sourceTimestamp ?? value?.serverTimestamp ?? null;
  const nodes: Node[] = [];
  for (let element = from; element < Math.min(length, to); element++) {
    const source = writeSource(nodeId, session.namespaces, element);
    if (source === null) continue;
    const item: unknown = value?.value.value[element];
    nodes.push({
      source,
      name: `[${element}]`,
      description: '',
      unit: unit ?? null,
      isFolder: false,
      isReadable: source.length <= maximumSource,
      value: typeof item === 'boolean' ? Number(item) : typeof item === 'number' ? item : null,
      time: time?.toISOString() ?? null,
    });
  }
  return { nodes, length };
}

export function toNodeId({ nodeId }: ReferenceDescription): NodeId {
  return new NodeId(nodeId.identifierType, nodeId.value, nodeId.namespace);
}

/** Units of nodes by their property EngineeringUnits: its display name, else its code of UN/CEFACT. */
async function unitsOf(
  session: Session,
  children: readonly ReferenceDescription[][],
): Promise<(string | null)[]> {
  const properties = children.map((references) =>
    references.find(
      (reference) =>
        isAbout(reference) &&
        reference.browseName.name === 'EngineeringUnits' &&
        reference.browseName.namespaceIndex === 0,
    ),
  );
  const values = await readAll(
    session,
    properties.flatMap((property) =>
      property ? [{ nodeId: toNodeId(property), attributeId: AttributeIds.Value }] : [],
    ),
  );
  let next = 0;
  return properties.map((property) => (property ? unitOf(values[next++]?.value?.value) : null));
}

function unitOf(information: unknown): string | null {
  if (typeof information !== 'object' || information === null) return null;
  const { displayName, unitId } = information as { displayName?: unknown; unitId?: unknown };
  const name = textOf(displayName).trim();
  if (name) return name;
  if (typeof unitId !== 'number' || unitId <= 0) return null;
  // The code is the number's bytes as letters (OPC 10000-8, 5.6.3.4).
  const letters = [24, 16, 8, 0].map((shift) => (unitId >>> shift) & 255).filter((byte) => byte > 0);
  return letters.every((byte) => byte > 32 && byte < 127) ? String.fromCharCode(...letters) : null;
}

function textOf(localized: unknown): string {
  const text = (localized as { text?: unknown } | null)?.text;
  return typeof text === 'string' ? text : '';
}

/** Of an array of numbers with one dimension; null for anything else. */
function lengthOf(value: DataValue | undefined): number | null {
  const variant = value?.value;
  if (!variant || variant.arrayType === 0 || !isNumeric(variant.dataType)) return null;
  return variant.arrayType === 1 ? (variant.value?.length ?? 0) : null;
}

/** By its value, else, while it has none, by its type where that is one of the standard. */
function isNumericNode(value: DataValue | undefined, dataType: DataValue | undefined): boolean {
  const variant = value?.value;
  if (variant && variant.dataType !== DataType.Null)
    return variant.arrayType === 0 && isNumeric(variant.dataType);
  const type: unknown = dataType?.value?.value;
  if (!(type instanceof NodeId) || type.namespace !== 0 || typeof type.value !== 'number') return false;
  return isNumeric(type.value) || abstractNumbers.has(type.value);
}

/** Number, Integer, UInteger, Enumeration and Duration. */
const abstractNumbers: ReadonlySet<number> = new Set([26, 27, 28, 29, 290]);
