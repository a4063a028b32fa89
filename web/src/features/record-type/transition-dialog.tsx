import type { StateTransition } from '@twinward/contracts/records/record-type';
import { typeProblems } from '@twinward/domain/records/check-type';
import { type ReactNode, useState } from 'react';
import { PeopleField } from '../../shared/pickers/people-field.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { placed, type TypeDraft } from './field-draft.ts';
import { ChoiceWithError } from './kind-field-parts.tsx';

/** Edits a step from one state to another, and its allowed groups. */
export function TransitionDialog({
  draft: type,
  step,
  place,
  onApply,
  onClose,
}: {
  draft: TypeDraft;
  step: StateTransition;
  /** Index of the step; null for a new one. */
  place: number | null;
  onApply: (step: StateTransition) => void;
  onClose: () => void;
}): ReactNode {
  const [draft, setDraft] = useState(step);
  const [isTried, setIsTried] = useState(false);
  const problems = findProblems(type, draft, place);
  const shown = isTried ? problems : {};
  const change = (part: Partial<StateTransition>): void => setDraft({ ...draft, ...part });
  const states = type.states.map(({ name, caption }) => ({ value: name, label: caption }));
  const apply = (): void => {
    setIsTried(true);
    if (Object.keys(problems).length > 0) return;
    onApply({ ...draft, caption: draft.caption.trim() });
    onClose();
  };
  return (
    <FormDialog
      title={place === null ? 'New step' : step.caption}
      action="OK"
      onSubmit={apply}
      dirty={draft !== step}
      onClose={onClose}
    >
      <Field
        label="Caption"
        hint="Label of the button that performs the step. Use a verb."
        required
        value={draft.caption}
        error={shown.caption}
        onChange={({ target }) => change({ caption: target.value })}
      />
      <ChoiceWithError
        label="From"
        choices={states}
        value={draft.from}
        error={shown.from}
        onChange={(from) => change({ from })}
      />
      <ChoiceWithError
        label="To"
        choices={states}
        value={draft.to}
        error={shown.to}
        onChange={(to) => change({ to })}
      />
      <PeopleField
        label="Allowed groups. If empty: everyone who can edit the records"
        value={draft.groups.map((id) => ({ type: 'group', id }))}
        onChange={(people) =>
          change({ groups: people.flatMap((one) => (one.type === 'group' ? [one.id] : [])) })
        }
      />
    </FormDialog>
  );
}

function findProblems(
  type: TypeDraft,
  step: StateTransition,
  place: number | null,
): Partial<Record<'caption' | 'from' | 'to', string>> {
  const start = `transitions.${place ?? type.transitions.length}.`;
  const all = typeProblems({ ...type, transitions: placed(type.transitions, place, step) });
  return {
    ...Object.fromEntries(
      all
        .filter(({ path }) => path.startsWith(start))
        .map(({ path, message }) => [path.slice(start.length), message]),
    ),
    ...(step.caption.trim() === '' ? { caption: 'Required.' } : {}),
  };
}
