import type { TagAlias } from '@twinward/contracts/tag-alias';
import { useState } from 'react';
import { type Move, useMapAliases } from '../api/suggestions.ts';

/** What was mapped in one step, and from where. */
interface Step {
  moves: readonly { aliasId: number; from: number | null }[];
}

/** Maps inputs step by step; each step can be taken back, the last one first. */
export function useMapping(aliases: readonly TagAlias[]) {
  const change = useMapAliases();
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const last = steps.at(-1);
  return {
    error: change.error,
    isBusy: change.isPending,
    canUndo: last !== undefined,
    /** How many inputs the last step mapped. */
    lastCount: last?.moves.length ?? 0,
    map(moves: readonly Move[], onDone?: () => void): void {
      if (moves.length === 0) return;
      change.mutate(moves, {
        onSuccess: () => {
          const step = {
            moves: moves.map(({ alias }) => ({ aliasId: alias.id, from: alias.mappedTagId })),
          };
          setSteps((before) => [...before, step]);
          onDone?.();
        },
      });
    },
    undo(): void {
      if (last === undefined) return;
      const byId = new Map(aliases.map((alias) => [alias.id, alias]));
      const moves = last.moves.flatMap(({ aliasId, from }) => {
        const alias = byId.get(aliasId);
        return alias ? [{ alias, tagId: from }] : [];
      });
      const drop = () => setSteps((before) => before.slice(0, -1));
      if (moves.length === 0) drop();
      else change.mutate(moves, { onSuccess: drop });
    },
  };
}
