import type { ReactNode } from 'react';
import { differences, type FieldTexts, merged } from '../../ui/dialogs/merge.ts';
import { MergeDialog } from '../../ui/dialogs/merge-dialog.tsx';
import { ApiError } from '../api/api-error.ts';

/** The current record of a conflict error (409); null for other errors. */
export function currentRecord<R>(error: unknown): R | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return (error.body.current as R | undefined) ?? null;
}

/** Shows a draft beside the version that another user saved, and lets the user choose field by field. */
export const ConflictDialog = <D extends object>({
  what,
  base,
  mine,
  theirs,
  texts,
  busy,
  onResolve,
  onClose,
}: {
  /** The edited object, such as 'The tag'. */
  what: string;
  /** The values on which the draft is based. */
  base: D;
  mine: D;
  theirs: D;
  texts: FieldTexts<D>;
  busy: boolean;
  /** @param next their values, merged with the chosen own fields */
  onResolve(next: D, chosen: ReadonlySet<keyof D & string>): void;
  onClose(): void;
}): ReactNode => (
  <MergeDialog
    what={what}
    fields={differences(base, mine, theirs, texts)}
    busy={busy}
    onSave={(chosen) => onResolve(merged(mine, theirs, chosen), chosen)}
    onClose={onClose}
  />
);
