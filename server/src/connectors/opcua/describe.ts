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

/** A node as shown to users. */

type Node = BrowsedPage['nodes'][number];

/** Number of references of a node that are read to find its unit and whether it is a folder. */
const shownChildren = 50;

export interface Found {
  reference: ReferenceDescription;
  name: string;
}

/** Returns the nodes of references, with values, units and descriptions. Omits nodes of other servers. */
export async function describe(session: Session, found: readonly Found[]): Promise<Node[]> {
  const local = found.filter(({ reference }) => !reference.nodeId.serverIndex);
  const ids = local.map(({ reference }) => toNodeId(reference));
  const children = await readReferences(session, ids, shownChildren);
  const units = await readUnits(session, children);
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
    const length = isVariable ? toLength(value) : null;
    const isNumber = isVariable && length === null && isNumericNode(value, dataType);
    const hasChildren = (children[index] ?? []).some((child) => !isAbout(child));
    if (source === null) return [];
    const point = isNumber && value ? toPoint(source, value, Date.now()) : null;
    return [
      {
        source,
        name,
        description: toText(description?.value?.value),
        unit: units[index] ?? null,
        isFolder: length !== null || hasChildren,
        isReadable: isNumber && source.length <= maximumSource,
        value: point?.value ?? null,
        time: point ? new Date(point.time).toISOString() : null,
      },
    ];
  });
}

/** Returns the elements of an array with from <= index < to, as separate nodes. Empty if the value is not an array. */
export async function describeElements(
  session: Session,
  nodeId: NodeId,
  from: number,
  to: number,
): Promise<{ nodes: Node[]; length: number }> {
  const [value] = await readAll(session, [{ nodeId, attributeId: AttributeIds.Value }]);
  const length = toLength(value) ?? 0;
  if (length === 0) return { nodes: [], length };
  const [own] = await readReferences(session, [nodeId], shownChildren);
  const [unit] = await readUnits(session, [own ?? []]);
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

/** Reads units of nodes from the property EngineeringUnits: the display name, else the UN/CEFACT code. */
async function readUnits(
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
  return properties.map((property) => (property ? toUnit(values[next++]?.value?.value) : null));
}

function toUnit(information: unknown): string | null {
  if (typeof information !== 'object' || information === null) return null;
  const { displayName, unitId } = information as { displayName?: unknown; unitId?: unknown };
  const name = toText(displayName).trim();
  if (name) return name;
  if (typeof unitId !== 'number' || unitId <= 0) return null;
  // The bytes of the number are the letters of the code (OPC 10000-8, 5.6.3.4).
  const letters = [24, 16, 8, 0].map((shift) => (unitId >>> shift) & 255).filter((byte) => byte > 0);
  return letters.every((byte) => byte > 32 && byte < 127) ? String.fromCharCode(...letters) : null;
}

function toText(localized: unknown): string {
  const text = (localized as { text?: unknown } | null)?.text;
  return typeof text === 'string' ? text : '';
}

/** Returns the length of a one-dimensional array of numbers. Null for any other value. */
function toLength(value: DataValue | undefined): number | null {
  const variant = value?.value;
  if (!variant || variant.arrayType === 0 || !isNumeric(variant.dataType)) return null;
  return variant.arrayType === 1 ? (variant.value?.length ?? 0) : null;
}

/** Whether a node is numeric: by its value, or without one by its type if that is a standard type. */
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
