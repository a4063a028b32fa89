import {
  BrowseDirection,
  BrowseNextRequest,
  BrowseRequest,
  type BrowseResult,
  makeNodeId,
  type NodeId,
  type ReferenceDescription,
} from 'node-opcua-client';
import type { Session } from './client.ts';

/** References that lead down the tree of a server. */

export const objectsFolder = makeNodeId(85);
const hierarchicalReferences = makeNodeId(33);
const hasProperty = 46;
const hasHistoricalConfiguration = 56;

const objects = 1;
const variables = 2;
const allFields = 63;

/** References of one node that are read at the most; a folder with more is shown in part. */
export const maximumReferences = 100_000;

/** Properties and the configuration of a history say something of a node, and are no part of the tree. */
export function isAbout({ referenceTypeId: { namespace, value } }: ReferenceDescription): boolean {
  return namespace === 0 && (value === hasProperty || value === hasHistoricalConfiguration);
}

/** The references of each node, in the order of the server, by its continuation points. */
export async function referencesOf(
  { ask, limits }: Session,
  nodes: readonly NodeId[],
): Promise<ReferenceDescription[][]> {
  const all: ReferenceDescription[][] = nodes.map(() => []);
  for (let start = 0; start < nodes.length; start += limits.browse) {
    const part = nodes.slice(start, start + limits.browse);
    const { results } = await ask(
      new BrowseRequest({
        requestedMaxReferencesPerNode: 1000,
        nodesToBrowse: part.map((nodeId) => ({
          nodeId,
          browseDirection: BrowseDirection.Forward,
          referenceTypeId: hierarchicalReferences,
          includeSubtypes: true,
          nodeClassMask: objects | variables,
          resultMask: allFields,
        })),
      }),
    );
    let open = (results ?? []).map((result, index) => ({ result, index: start + index }));
    while (open.length > 0) {
      for (const { result, index } of open) all[index]?.push(...(result.references ?? []));
      const further = open.filter(
        ({ result, index }) =>
          result.continuationPoint?.length && (all[index]?.length ?? 0) < maximumReferences,
      );
      const next = further.length === 0 ? [] : await browseNext(further.map(({ result }) => result));
      open = further.flatMap(({ index }, position) => {
        const result = next[position];
        return result ? [{ result, index }] : [];
      });
    }
  }
  return all;

  async function browseNext(results: BrowseResult[]): Promise<BrowseResult[]> {
    const { results: next } = await ask(
      new BrowseNextRequest({
        releaseContinuationPoints: false,
        continuationPoints: results.map(({ continuationPoint }) => continuationPoint),
      }),
    );
    return next ?? [];
  }
}
