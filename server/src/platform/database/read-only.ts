import type { KyselyPlugin, RawNode, RootOperationNode } from 'kysely';
import type { Db } from './database.ts';

const writing = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']);
const writingText = /^\s*(insert|update|delete|merge|truncate)\b|\b(insert\s+into|delete\s+from)\b/i;

function isWrite(node: RootOperationNode): boolean {
  if (writing.has(node.kind)) return true;
  return node.kind === 'RawNode' && writingText.test((node as RawNode).sqlFragments.join(' '));
}

const refuseWrites: KyselyPlugin = {
  transformQuery({ node }) {
    if (isWrite(node)) throw new Error('This handle only reads: write in `call.transaction`.');
    return node;
  },
  transformResult: async ({ result }) => result,
};

/**
 * Returns the same handle for reading only: statements that write throw. Protects against mistakes, not attacks:
 * calling a function that writes is not detected.
 */
export const readOnly = (db: Db): Db => db.withPlugin(refuseWrites);
