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

/** Maximum number of references that are read of one node. A larger folder is shown in part. */
export const maximumReferences = 100_000;

/** Maximum number of references of one node in one response. */
const pageSize = 500;

/** Whether a reference leads to a property or a history configuration, which are not part of the tree. */
export function isAbout({ referenceTypeId: { namespace, value } }: ReferenceDescription): boolean {
  return namespace === 0 && (value === hasProperty || value === hasHistoricalConfiguration);
}

/**
 * Reads the references of each node, in the order of the server, page by page.
 *
 * @param most - maximum number of references per node, rounded up to whole pages
 */
export async function readReferences(
  session: Session,
  nodes: readonly NodeId[],
  most = maximumReferences,
): Promise<ReferenceDescription[][]> {
  const all: ReferenceDescription[][] = [];
  for (let start = 0; start < nodes.length; start += session.limits.browse)
    all.push(...(await referencesTogether(session, nodes.slice(start, start + session.limits.browse), most)));
  return all;
}

interface Open {
  index: number;
  result: BrowseResult;
}

async function referencesTogether(
  { ask, call }: Session,
  nodes: readonly NodeId[],
  most: number,
): Promise<ReferenceDescription[][]> {
  const all: ReferenceDescription[][] = nodes.map(() => []);
  let waiting = nodes.map((nodeId, index) => ({ nodeId, index }));
  while (waiting.length > 0) {
    const results = await browse(waiting.map(({ nodeId }) => nodeId));
    let open: Open[] = waiting.flatMap(({ index }, position) => {
      const result = results[position];
      return result ? [{ index, result }] : [];
    });
    // If the server has no free continuation points, these nodes are retried after the open ones are read.
    const refused = new Set(
      open
        .filter(({ result }) => result.statusCode.name === 'BadNoContinuationPoints')
        .map(({ index }) => index),
    );
    while (open.length > 0) {
      for (const { index, result } of open) all[index]?.push(...(result.references ?? []));
      open = await following(open.filter(({ result }) => result.continuationPoint?.length));
    }
    if (refused.size === waiting.length) {
      call.log('warn', `The server cannot list ${refused.size} large folders.`);
      break;
    }
    waiting = waiting.filter(({ index }) => refused.has(index));
  }
  return all;

  async function browse(ids: readonly NodeId[]): Promise<BrowseResult[]> {
    const { results } = await ask(
      new BrowseRequest({
        requestedMaxReferencesPerNode: Math.min(most, pageSize),
        nodesToBrowse: ids.map((nodeId) => ({
          nodeId,
          browseDirection: BrowseDirection.Forward,
          referenceTypeId: hierarchicalReferences,
          includeSubtypes: true,
          nodeClassMask: objects | variables,
          resultMask: allFields,
        })),
      }),
    );
    return results ?? [];
  }

  /** Reads the next pages. Releases the continuation points of nodes with enough references. */
  async function following(open: readonly Open[]): Promise<Open[]> {
    const isEnough = ({ index }: Open) => (all[index]?.length ?? 0) >= most;
    const enough = open.filter(isEnough);
    if (enough.length > 0) await browseNext(enough, true);
    const further = open.filter((one) => !isEnough(one));
    if (further.length === 0) return [];
    const results = await browseNext(further, false);
    return further.flatMap(({ index }, position) => {
      const result = results[position];
      return result ? [{ index, result }] : [];
    });
  }

  async function browseNext(open: readonly Open[], releases: boolean): Promise<BrowseResult[]> {
    const { results } = await ask(
      new BrowseNextRequest({
        releaseContinuationPoints: releases,
        continuationPoints: open.map(({ result }) => result.continuationPoint),
      }),
    );
    return results ?? [];
  }
}
