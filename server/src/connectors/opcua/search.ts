import type { NodeId } from 'node-opcua-client';
import type { BrowsedPage } from '../connector.ts';
import type { Session } from './client.ts';
import { describe, type Found, toNodeId } from './describe.ts';
import { isAbout, readReferences } from './references.ts';

/** Limits of a search. */
interface SearchBounds {
  nodes: number;
  milliseconds: number;
  matches: number;
}

const usual: SearchBounds = { nodes: 50_000, milliseconds: 15_000, matches: 200 };

/** The node Server, which contains diagnostics of the server. */
const serverNode = 2253;

/**
 * Finds nodes below a folder whose path contains all words, with one of them in the name. Searches the tree breadth
 * first, because servers don't offer a search.
 */
export async function search(
  session: Session,
  folder: NodeId,
  words: readonly string[],
  bounds: SearchBounds = usual,
): Promise<BrowsedPage> {
  const end = Date.now() + bounds.milliseconds;
  const seen = new Set<string>();
  const found: Found[] = [];
  let level: { id: NodeId; path: string }[] = [{ id: folder, path: '' }];
  const isOver = () => seen.size >= bounds.nodes || found.length >= bounds.matches || Date.now() >= end;
  let isComplete = true;
  while (level.length > 0 && isComplete) {
    const next: typeof level = [];
    for (let start = 0; start < level.length && isComplete; start += session.limits.browse) {
      const part = level.slice(start, start + session.limits.browse);
      const references = await readReferences(
        session,
        part.map(({ id }) => id),
      );
      for (const [index, { path }] of part.entries())
        for (const reference of references[index] ?? []) {
          const key = reference.nodeId.toString();
          const isServer = reference.nodeId.namespace === 0 && reference.nodeId.value === serverNode;
          if (isAbout(reference) || isServer || reference.nodeId.serverIndex || seen.has(key)) continue;
          if (isOver()) {
            isComplete = false;
            break;
          }
          seen.add(key);
          const own = reference.displayName.text || reference.browseName.name || '';
          const name = path ? `${path} / ${own}` : own;
          if (matches(name, own, words)) found.push({ reference, name });
          next.push({ id: toNodeId(reference), path: name });
        }
    }
    level = next;
  }
  return {
    nodes: await describe(session, found),
    next: null,
    ...(isComplete
      ? {}
      : {
          notice:
            found.length >= bounds.matches
              ? `The first ${bounds.matches} matches. Add a word, or search in a folder.`
              : `Searched ${seen.size.toLocaleString('en-US')} nodes and stopped. Search in a folder, or open the tree.`,
        }),
  };
}

function matches(path: string, own: string, words: readonly string[]): boolean {
  const whole = path.toLowerCase();
  const name = own.toLowerCase();
  return words.every((word) => whole.includes(word)) && words.some((word) => name.includes(word));
}
