import { useQueryClient } from '@tanstack/react-query';
import type { IndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import { type ReactNode, useMemo, useState } from 'react';
import { randomKey } from '../../../shared/form/random-key.ts';
import { useVersioned, type VersionedEdit } from '../../../shared/form/use-versioned.tsx';
import type { Range } from '../../../ui/chart/range.ts';
import { toast } from '../../../ui/feedback/announcer.tsx';
import { useUnsavedGuard } from '../../../ui/form/use-unsaved-guard.tsx';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { savePatterns, updateSet } from '../api/patterns.ts';
import {
  draftTexts,
  hasSamePatterns,
  inOrder,
  overlaps,
  patternsBody,
  placeRange,
  type SetDraft,
  setBody,
  toDraft,
  withSavedPatterns,
} from './draft.ts';

export interface PatternEdit {
  edit: VersionedEdit<IndicatorPattern, SetDraft>;
  /** Why the last range was rejected; null if it was accepted. */
  refusal: string | null;
  /** Adds a range, or changes the one with the key. Returns its key, or null if it was rejected. */
  place(range: Range & { patternId: number }, key?: string): string | null;
  /** Adds ranges, except those that overlap another one. */
  placeAll(ranges: readonly (Range & { patternId: number })[]): void;
  leaveFreely(): void;
  /** Dialogs of conflicts and unsaved changes. */
  dialog: ReactNode;
}

/** Edits the patterns, ranges and settings of a set, which are saved together. */
export function usePatternEdit(set: IndicatorPattern): PatternEdit {
  const timeZone = useTimeZone();
  const queryClient = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const texts = useMemo(() => draftTexts(timeZone), [timeZone]);
  const edit = useVersioned<IndicatorPattern, SetDraft>({
    what: 'The pattern set',
    record: set,
    toDraft,
    texts,
    // Changes of patterns cannot be undone, since a restored pattern would get another id.
    isReversible: (draft, base) => hasSamePatterns(draft, toDraft(base)),
    send: async (draft, base, onPartSaved) => {
      const cache = (saved: IndicatorPattern): void => {
        queryClient.setQueryData(['patterns', { setId: saved.id, set: true }], saved);
        void queryClient.invalidateQueries({
          queryKey: ['protections', { protectionId: saved.indicatorId }],
        });
      };
      const saved = await saveDraft(draft, base, (named) => {
        cache(named);
        onPartSaved(named, (edited) => withSavedPatterns(edited, named.patterns));
      });
      toast('Saved.');
      cache(saved);
      void queryClient.invalidateQueries({ queryKey: ['patterns', { setId: saved.id }] });
      return saved;
    },
  });
  const guard = useUnsavedGuard(edit.isDirty);
  const { patterns, ranges } = edit.draft;
  return {
    edit,
    refusal,
    place(range, key = randomKey()) {
      const placed = placeRange(ranges, { ...range, key }, patterns, timeZone);
      setRefusal(placed.refusal);
      if (placed.ranges === null) return null;
      edit.change({ ranges: placed.ranges });
      return key;
    },
    placeAll(added) {
      const all = [...ranges];
      for (const range of added) {
        if (all.some((one) => overlaps(one, range))) continue;
        all.push({ ...range, key: randomKey() });
      }
      setRefusal(null);
      edit.change({ ranges: inOrder(all) });
    },
    leaveFreely: guard.leaveFreely,
    dialog: (
      <>
        {edit.dialog}
        {guard.dialog}
      </>
    ),
  };
}

/**
 * Saves changed patterns, then ranges and settings, in two calls. Each is rejected if the set has changed since.
 *
 * @param onNamed called between the two calls with the set, whose patterns are then saved even if the second call fails
 */
async function saveDraft(
  draft: SetDraft,
  base: IndicatorPattern,
  onNamed: (named: IndicatorPattern) => void,
): Promise<IndicatorPattern> {
  if (hasSamePatterns(draft, toDraft(base))) return updateSet(base.id, setBody(draft, base));
  const named = await savePatterns(base.id, patternsBody(draft, base));
  onNamed(named);
  return updateSet(base.id, setBody(withSavedPatterns(draft, named.patterns), named));
}
