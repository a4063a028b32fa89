import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { useState } from 'react';
import { type Move, useMapAliases } from '../api/suggestions.ts';

/** The mappings of a step, with the previous tags. */
interface Step {
  moves: readonly { aliasId: number; from: number | null; to: number | null; unit: string | null }[];
}

/** Maps inputs in steps that can be undone in reverse order. */
export function useMapping(aliases: readonly TagAlias[]) {
  const change = useMapAliases();
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const byId = new Map(aliases.map((alias) => [alias.id, alias]));
  /** The mappings that undo a step, except for inputs that another user has mapped since. */
  const back = ({ moves }: Step): Move[] =>
    moves.flatMap(({ aliasId, from, to, unit }) => {
      const alias = byId.get(aliasId);
      return alias?.mappedTagId === to ? [{ alias: { ...alias, unit }, tagId: from }] : [];
    });
  const position = steps.findLastIndex((step) => back(step).length > 0);
  const last = steps[position];
  return {
    error: change.error,
    isBusy: change.isPending,
    canUndo: last !== undefined,
    /** Number of inputs of the last step whose mapping has not changed since. */
    lastCount: last ? back(last).length : 0,
    map(moves: readonly Move[], onDone?: () => void): void {
      if (moves.length === 0) return;
      change.mutate(moves, {
        onSuccess: () => {
          const step = {
            moves: moves.map(({ alias, tagId }) => ({
              aliasId: alias.id,
              from: alias.mappedTagId,
              to: tagId,
              // Mapping may have set the unit to that of the tag; undo restores it.
              unit: alias.unit,
            })),
          };
          setSteps((before) => [...before, step]);
          onDone?.();
        },
      });
    },
    undo(): void {
      if (last === undefined) return;
      change.mutate(back(last), { onSuccess: () => setSteps((before) => before.slice(0, position)) });
    },
  };
}
