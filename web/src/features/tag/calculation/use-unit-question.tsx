import type { Tag } from '@twinward/contracts/signals/tag';
import { type ReactNode, useState } from 'react';
import { needsAnswer, type TagUnitChange, usePreviewTagUnit } from '../../../shared/tag/tag-unit.ts';
import { TagUnitDialog } from '../../../shared/tag/tag-unit-dialog.tsx';

export type InputUnits = 'keep' | 'follow';

interface Question {
  tag: Tag;
  /** UCUM code; null for none. */
  unit: string | null;
  change: TagUnitChange;
  answer(inputUnits: InputUnits | null): void;
}

/** Asks whether inputs keep the old unit before the unit of a calculated tag changes. */
export function useUnitQuestion(tag: Tag | null): {
  /** Resolves to the answer, to `keep` if no question is needed, or to null if canceled or failed. */
  ask(unit: string | null): Promise<InputUnits | null>;
  isAsking: boolean;
  failure: unknown;
  dialog: ReactNode;
} {
  const preview = usePreviewTagUnit();
  const [question, setQuestion] = useState<Question | null>(null);
  const close = (inputUnits: InputUnits | null): void => {
    setQuestion(null);
    question?.answer(inputUnits);
  };
  return {
    async ask(unit) {
      preview.reset();
      if (tag === null || unit === tag.unit) return 'keep';
      const change = await preview.mutateAsync({ id: tag.id, unit }).catch(() => null);
      if (change === null) return null;
      if (!needsAnswer(change)) return 'keep';
      return new Promise((answer) => setQuestion({ tag, unit, change, answer }));
    },
    isAsking: preview.isPending,
    failure: preview.error,
    dialog:
      question === null ? null : (
        <TagUnitDialog
          name={question.tag.name}
          from={question.tag.unit}
          to={question.unit}
          isCalculated
          change={question.change}
          busy={false}
          onChoose={close}
          onClose={() => close(null)}
        />
      ),
  };
}
