import { useMutation } from '@tanstack/react-query';
import type { previewTagUnit, TagUnitEffects } from '@twinward/contracts/protections/input-unit';
import { call } from '../api/http.ts';

/** The effects of a change of a tag's unit if its inputs keep the old unit, and if they take the new one. */
export interface TagUnitChange {
  keep: TagUnitEffects;
  follow: TagUnitEffects;
}

/** Previews the effects of a change of a tag's unit. Changes nothing. */
export const usePreviewTagUnit = () =>
  useMutation({
    mutationFn: async ({ id, unit }: { id: number; unit: string | null }): Promise<TagUnitChange> => {
      const ask = (inputUnits: 'keep' | 'follow') =>
        call<typeof previewTagUnit>('POST /api/tags/:id/unit-change', {
          params: { id },
          body: { unit, inputUnits },
        });
      const [keep, follow] = await Promise.all([ask('keep'), ask('follow')]);
      return { keep, follow };
    },
  });

/** Whether the change needs a confirmation. */
export const needsAnswer = ({ keep, follow }: TagUnitChange): boolean =>
  [keep, follow].some(
    ({ inputs, protections, calculatedTags }) =>
      protections.length + calculatedTags.length > 0 || inputs.some(({ problem }) => problem !== null),
  );
