import {
  AttributeIds,
  type DataValue,
  ReadRequest,
  type ReadValueIdOptions,
  TimestampsToReturn,
} from 'node-opcua-client';
import { NumericRange } from 'node-opcua-numeric-range';
import type { Session } from './client.ts';
import type { Source } from './source.ts';

/** Reads attributes of nodes, in calls within the server's limit. */
export async function readAll(
  { ask, limits }: Session,
  nodes: readonly ReadValueIdOptions[],
): Promise<DataValue[]> {
  const values: DataValue[] = [];
  for (let index = 0; index < nodes.length; index += limits.read) {
    const part = nodes.slice(index, index + limits.read);
    const { results } = await ask(
      new ReadRequest({ timestampsToReturn: TimestampsToReturn.Both, nodesToRead: part }),
    );
    values.push(...(results ?? []));
  }
  return values;
}

/** Returns the identification of a source's value in a request. */
export function valueId({
  nodeId,
  element,
}: Source): Required<Pick<ReadValueIdOptions, 'nodeId' | 'attributeId'>> & ReadValueIdOptions {
  return {
    nodeId,
    attributeId: AttributeIds.Value,
    ...(element === null ? {} : { indexRange: new NumericRange(String(element)) }),
  };
}
