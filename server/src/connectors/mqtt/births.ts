import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type KeptNode,
  type NodeState,
  restoreNode,
  toKeptNode,
} from '@twinward/domain/connections/sparkplug';

/**
 * Birth messages are kept in a file between runs. A node sends its birth once, perhaps months ago, and then identifies
 * its metrics only by alias.
 */

const toFilePath = (directory: string) => join(directory, 'births.json');

export async function loadBirths(directory: string): Promise<Map<string, NodeState>> {
  let text: string;
  try {
    text = await readFile(toFilePath(directory), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
  const kept = JSON.parse(text) as KeptNode[];
  return new Map(kept.map((node) => [node.node, restoreNode(node)]));
}

/** @param withSeq false while messages still arrive, because after a crash an outdated number would hide a gap */
export async function saveBirths(
  directory: string,
  nodes: ReadonlyMap<string, NodeState>,
  withSeq: boolean,
): Promise<void> {
  const kept = [...nodes].map(([name, node]) => toKeptNode(name, withSeq ? node : { ...node, seq: null }));
  await writeFile(`${toFilePath(directory)}.new`, JSON.stringify(kept));
  await rename(`${toFilePath(directory)}.new`, toFilePath(directory));
}
