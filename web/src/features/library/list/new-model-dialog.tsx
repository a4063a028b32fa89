import type { NewTwinModel } from '@twinward/contracts/library/twin-model';
import { fieldMessages } from '@twinward/domain/rules/rule';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { modelPath } from '../../../shared/address/library-paths.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { type Problems, useDraft } from '../../../ui/form/use-draft.ts';
import { useCreateModel } from '../api/models.ts';
import { FactFields } from '../model/fact-fields.tsx';
import { factRules, type ModelFacts } from '../model/model-facts.ts';
import { RecordField } from './record-field.tsx';

const blank: ModelFacts = {
  name: '',
  description: '',
  taxonomyId: null,
  author: '',
  manufacturer: '',
  model: '',
  accessLevel: 'private',
};

type Source = 'empty' | 'twin' | 'version';
type Draft = ModelFacts & { source: Source; chosenId: number | null };

/** Creates a model: empty, from a twin, or from another model. */
export function NewModelDialog({
  from = null,
  name = '',
  onClose,
}: {
  /** The twin or model to copy, if already known. */
  from?: NewTwinModel['from'];
  name?: string;
  onClose(): void;
}): ReactNode {
  const navigate = useNavigate();
  const create = useCreateModel();
  const isTaken = from !== null;
  const form = useDraft<Draft, Problems>(
    { ...blank, name, source: 'empty', chosenId: null },
    ({ source, chosenId, ...facts }) => ({
      ...fieldMessages(facts, factRules),
      chosenId: isTaken || source === 'empty' || chosenId !== null ? undefined : 'Required.',
    }),
  );
  const { source, chosenId, ...facts } = form.draft;
  const submit = (): void => {
    const chosen =
      chosenId === null
        ? null
        : source === 'twin'
          ? { kind: 'twin' as const, twinId: chosenId }
          : { kind: 'version' as const, versionId: chosenId };
    create.mutate(
      { ...facts, from: from ?? (source === 'empty' ? null : chosen) },
      { onSuccess: ({ id }) => void navigate(`${modelPath(id)}/details`) },
    );
  };
  return (
    <FormDialog
      title={from?.kind === 'twin' ? 'New model of a twin' : 'New model'}
      action="Create model"
      form={form}
      onSubmit={submit}
      saving={create}
      fallback="The model could not be created."
      errorFirst
      dirty={(facts.name !== name || chosenId !== null) && !create.isSuccess}
      spacing={4}
      maxWidth="md"
      onClose={onClose}
    >
      {from === null ? (
        <>
          <SelectField
            label="Start from"
            value={source}
            choices={[
              { value: 'empty', label: 'Empty model' },
              { value: 'twin', label: 'A twin' },
              { value: 'version', label: 'Another model' },
            ]}
            onChange={(event) => form.change({ source: event.target.value as Source, chosenId: null })}
          />
          {source === 'empty' ? null : (
            <RecordField
              key={source}
              kind={source}
              error={form.problems.chosenId}
              onChoose={(id) => form.change({ chosenId: id })}
            />
          )}
        </>
      ) : null}
      <FactFields facts={facts} isTried={form.isTried} onChange={form.change} />
    </FormDialog>
  );
}
