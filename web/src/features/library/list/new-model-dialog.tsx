import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { NewTwinModel } from '@twinward/contracts/library/twin-model';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { modelPath } from '../../../shared/address/library-paths.ts';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
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
  const [facts, setFacts] = useState<ModelFacts>({ ...blank, name });
  const [source, setSource] = useState<Source>('empty');
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [isTried, setIsTried] = useState(false);
  const isChosen = from !== null || source === 'empty' || chosenId !== null;
  const submit = (): void => {
    setIsTried(true);
    if (!isChosen || Object.keys(fieldMessages(facts, factRules)).length > 0) return;
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
    <AppDialog
      title={from?.kind === 'twin' ? 'New model of a twin' : 'New model'}
      maxWidth="md"
      dirty={(facts.name !== name || chosenId !== null) && !create.isSuccess}
      busy={create.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" onClick={submit}>
            Create model
          </Button>
        </>
      }
    >
      <Stack spacing={4} sx={{ py: 3 }}>
        <ErrorState error={create.error} fallback="The model could not be created." />
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
              onChange={(event) => {
                setSource(event.target.value as Source);
                setChosenId(null);
              }}
            />
            {source === 'empty' ? null : (
              <RecordField
                key={source}
                kind={source}
                error={isTried && chosenId === null ? 'Required.' : undefined}
                onChoose={setChosenId}
              />
            )}
          </>
        ) : null}
        <FactFields
          facts={facts}
          isTried={isTried}
          onChange={(change) => setFacts({ ...facts, ...change })}
        />
      </Stack>
    </AppDialog>
  );
}
