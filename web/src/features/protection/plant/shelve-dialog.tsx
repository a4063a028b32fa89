import { maximumShelvingDays, shelveProtections } from '@twinward/contracts/protections/shelving';
import { HOUR } from '@twinward/domain/duration';
import { required } from '@twinward/domain/rules/field-rules';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { DateTimeInput } from '../../../ui/form/date-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { Muted } from '../../../ui/page/muted.tsx';
import { type Shelvable, useShelve } from '../api/shelve.ts';

const day = 24 * HOUR;
/** Values in milliseconds. */
const lengths = [
  { label: '8 hours', value: 8 * HOUR },
  { label: '1 day', value: day },
  { label: '1 week', value: 7 * day },
] as const;
const reasonRule = schemaRule(shelveProtections.body.shape.reason);

/** Rounded to whole minutes, as the field shows them. */
const ahead = (milliseconds: number): string =>
  new Date(Math.ceil((Date.now() + milliseconds) / 60_000) * 60_000).toISOString();

function untilProblem(until: string | null): string | undefined {
  const left = Date.parse(until ?? '') - Date.now();
  if (until === null || Number.isNaN(left)) return required(until) ?? 'Please enter a date & time.';
  if (left <= 0) return 'Please choose a later date.';
  if (left > maximumShelvingDays * day)
    return `A protection is shelved for at most ${maximumShelvingDays} days.`;
  return undefined;
}

/** Asks for the reason and end of shelving. */
export function ShelveDialog({
  protections,
  onClose,
}: {
  protections: readonly Shelvable[];
  /** @param isDone whether they are now shelved */
  onClose(isDone: boolean): void;
}): ReactNode {
  const shelving = useShelve();
  const [until, setUntil] = useState<string | null>(() => ahead(8 * HOUR));
  const [length, setLength] = useState<number | null>(8 * HOUR);
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const reasonProblem = reasonRule(reason) ?? undefined;
  const wrongUntil = untilProblem(until);
  const save = (): void => {
    setIsTried(true);
    if (until === null || wrongUntil !== undefined || reasonProblem !== undefined) return;
    shelving.mutate({ protections, until, reason: reason.trim() }, { onSuccess: () => onClose(true) });
  };
  const [only] = protections;
  const what = protections.length === 1 ? only!.name : `${formatCount(protections.length)} protections`;
  return (
    <FormDialog
      title={`Shelve ${what}`}
      action="Shelve"
      onSubmit={save}
      saving={shelving}
      fallback="The protections could not be shelved."
      dirty={reason !== '' && !shelving.isSuccess}
      onClose={() => onClose(false)}
    >
      <Muted>
        While shelved, evaluation continues, but no notifications are sent and no advisories are created. The
        twin’s level ignores the {protections.length === 1 ? 'protection' : 'protections'}.
      </Muted>
      <SegmentedControl
        label="For how long"
        value={length}
        segments={lengths}
        onChange={(next) => {
          setLength(next);
          setUntil(ahead(next));
        }}
      />
      <DateTimeInput
        label="Until"
        hint={`At most ${maximumShelvingDays} days from now`}
        value={until}
        error={isTried ? wrongUntil : undefined}
        onChange={(next) => {
          setLength(null);
          setUntil(next);
        }}
      />
      <Field
        label="Reason"
        required
        multiline
        maxRows={4}
        hint="Recorded with your name"
        value={reason}
        error={isTried ? reasonProblem : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
