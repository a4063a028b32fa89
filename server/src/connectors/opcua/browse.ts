import { type BrowsedPage, type BrowsePage, ConnectorFailure } from '../connector.ts';
import type { Session } from './client.ts';
import { describe, describeElements } from './describe.ts';
import { isAbout, maximumReferences, objectsFolder, readReferences } from './references.ts';
import { search } from './search.ts';
import { readSource } from './source.ts';

/** Number of nodes per page. */
const pageSize = 200;

/** Browses the tree from the folder Objects on, or searches it. */
export async function browse(session: Session, page: BrowsePage): Promise<BrowsedPage> {
  const parent = page.parent === null ? null : readSource(page.parent, session.namespaces);
  if (page.parent !== null && parent === null)
    throw new ConnectorFailure('protocol', 'The server does not have the namespace of this folder.');
  const folder = parent?.nodeId ?? objectsFolder;
  const words = page.search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0) return search(session, folder, words);
  const start = Number(page.after ?? 0);
  const [all = []] = await readReferences(session, [folder]);
  const references = all.filter((reference) => !isAbout(reference));
  const found = references.slice(start, start + pageSize).map((reference) => ({
    reference,
    name: reference.displayName.text || reference.browseName.name || '',
  }));
  const nodes = await describe(session, found);
  // The elements of an array follow its references.
  const from = Math.max(0, start - references.length);
  const elements = parent
    ? await describeElements(session, folder, from, from + pageSize - found.length)
    : { nodes: [], length: 0 };
  const end = start + pageSize;
  return {
    nodes: [...nodes, ...elements.nodes],
    next: end < references.length + elements.length ? String(end) : null,
    ...(all.length >= maximumReferences
      ? { notice: `The folder holds more than ${maximumReferences.toLocaleString('en-US')} nodes.` }
      : {}),
  };
}
