import type { BrowsedNode } from '@twinward/contracts/connections/request';

/** The loaded part of a folder: the nodes of its pages, and whether there are more. */
export interface LoadedFolder {
  nodes: readonly BrowsedNode[];
  isLoading: boolean;
  /** Null without an error. */
  error: unknown;
  /** Cursor of the next page; null after the last one. */
  next: string | null;
  /** A notice about omitted nodes. */
  notice: string | null;
}

/** A row of the tree. The key is its path, since a system may list a node in several folders. */
export type TreeRow =
  | {
      kind: 'node';
      key: string;
      level: number;
      node: BrowsedNode;
      /** Names of the folders above it. */
      folders: readonly string[];
      isOpen: boolean;
      position: number;
      siblings: number;
    }
  | { kind: 'loading'; key: string; level: number }
  | { kind: 'empty'; key: string; level: number }
  | { kind: 'notice'; key: string; level: number; text: string }
  | { kind: 'error'; key: string; level: number; error: unknown; folder: string }
  | { kind: 'more'; key: string; level: number; next: string; folder: string };

/** The key of the root folder. */
export const rootKey = '';

export const toRowKey = (folder: string, source: string): string => `${folder}\n${source}`;

/** The visible rows of a tree, given its expanded folders by key. */
export function treeRows(open: ReadonlyMap<string, LoadedFolder>): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (folder: string, level: number, folders: readonly string[]): void => {
    const loaded = open.get(folder);
    if (loaded === undefined) return;
    const { nodes, isLoading, error, next, notice } = loaded;
    for (const [index, node] of nodes.entries()) {
      const key = toRowKey(folder, node.source);
      const isOpen = open.has(key);
      rows.push({
        kind: 'node',
        key,
        level,
        node,
        folders,
        isOpen,
        position: index + 1,
        siblings: next === null ? nodes.length : -1,
      });
      if (isOpen) add(key, level + 1, [...folders, node.name]);
    }
    const at = (kind: string) => ({ key: toRowKey(folder, `\n${kind}`), level });
    if (isLoading) rows.push({ kind: 'loading', ...at('loading') });
    else if (error !== null) rows.push({ kind: 'error', ...at('error'), error, folder });
    else if (next !== null) rows.push({ kind: 'more', ...at('more'), next, folder });
    else if (nodes.length === 0) rows.push({ kind: 'empty', ...at('empty') });
    if (notice !== null) rows.push({ kind: 'notice', ...at('notice'), text: notice });
  };
  add(rootKey, 1, []);
  return rows;
}

/** Whether a node can become a tag. */
export const isChoosable = ({ isReadable, tagId }: BrowsedNode): boolean => isReadable && tagId === null;
