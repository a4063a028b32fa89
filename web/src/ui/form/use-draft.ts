import { type Dispatch, type SetStateAction, useState } from 'react';
import { isSame } from '../dialogs/merge.ts';
import { type BoundFields, bindFields } from './bound-fields.ts';

/** The messages of invalid fields, by field. */
export type Problems = Readonly<Record<string, string | undefined>>;

/** The values of a form while they are edited. */
export interface DraftForm<D extends object, P extends Problems = Problems> extends BoundFields<D> {
  draft: D;
  isDirty: boolean;
  /** The problems to show: none before the first attempt to save. */
  problems: Partial<P>;
  /** Whether to show problems, as after an attempt to save. */
  isTried: boolean;
  setIsTried(isTried: boolean): void;
  change(part: Partial<D>): void;
  set: Dispatch<SetStateAction<D>>;
  /** Shows the problems. @returns whether there are none */
  check(): boolean;
}

/** Keeps the draft of a form, with problems that are shown after the first attempt to save. */
export function useDraft<D extends object, P extends Problems = Problems>(
  first: D | (() => D),
  findProblems?: (draft: D) => P,
  readOnly = false,
): DraftForm<D, P> {
  const [initial] = useState(first);
  const [draft, set] = useState(initial);
  const [isTried, setIsTried] = useState(false);
  const found = findProblems?.(draft) ?? {};
  const problems: Partial<P> = isTried ? found : {};
  const change = (part: Partial<D>): void => set((current) => ({ ...current, ...part }));
  return {
    ...bindFields<D>({ draft, problems, readOnly, change }),
    draft,
    isDirty: !isSame(draft, initial),
    problems,
    isTried,
    setIsTried,
    change,
    set,
    check() {
      setIsTried(true);
      return Object.values(found).every((problem) => problem === undefined);
    },
  };
}
