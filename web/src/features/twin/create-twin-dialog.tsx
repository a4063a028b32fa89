import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { Asset } from '@twinward/contracts/assets/asset';
import { newMission } from '@twinward/domain/risk/mission';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { twinPath } from '../../shared/address/paths.ts';
import { FurtherFields } from '../../shared/record/further-fields.tsx';
import type { RecordValues } from '../../shared/record/record-values.ts';
import {
  furtherChanges,
  furtherProblem,
  isOfFields,
  useFurtherForm,
} from '../../shared/record/use-further-form.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Labelled } from '../../ui/form/labelled.tsx';
import { type Problems, useDraft } from '../../ui/form/use-draft.ts';
import { useAssetsWithoutTwin } from './api/use-assets-without-twin.ts';
import { useCreateTwin } from './api/write-twin.ts';
import { type MissionDraft, MissionFields, missionProblems } from './mission-fields.tsx';

type Draft = MissionDraft & { asset: Asset | null; fields: RecordValues };

/**
 * Creates a twin of an asset without a twin, and opens it.
 * @param of the asset, if already chosen
 */
export function CreateTwinDialog({ of = null, onClose }: { of?: Asset | null; onClose(): void }): ReactNode {
  const navigate = useNavigate();
  const creating = useCreateTwin();
  const further = useFurtherForm('twin', null);
  const form = useDraft<Draft, Problems>(
    () => ({ asset: of, ...newMission(Date.now()), fields: {} }),
    ({ asset, fields, ...mission }) => ({
      ...missionProblems(mission),
      asset: asset === null ? 'Required.' : undefined,
      fields: furtherProblem(further, fields),
    }),
  );
  const { draft, problems, isTried, change } = form;
  const save = (): void => {
    const { asset, fields, ...mission } = draft;
    if (asset === null) return;
    creating.mutate(
      {
        assetId: asset.id,
        technicalNumber: asset.technicalNumber,
        active: true,
        ...mission,
        ...furtherChanges(fields, null),
      },
      { onSuccess: (twin) => void navigate(twinPath(twin.id)) },
    );
  };
  return (
    <FormDialog
      title="New twin"
      action="Create twin"
      form={form}
      onSubmit={save}
      saving={{
        isPending: creating.isPending,
        error: creating.error && !isOfFields(creating.error, further) ? creating.error : null,
      }}
      fallback="The twin could not be created."
      dirty={draft.asset !== null && !creating.isSuccess}
      onClose={onClose}
    >
      <AssetField asset={draft.asset} error={problems.asset} onAsset={(asset) => change({ asset })} />
      <MissionFields mission={draft} onChange={change} />
      <FurtherFields
        form={further}
        draft={draft.fields}
        isTried={isTried}
        failure={creating.error}
        onChange={(fields) => change({ fields })}
      />
    </FormDialog>
  );
}

function AssetField({
  asset,
  error,
  onAsset,
}: {
  asset: Asset | null;
  error: string | undefined;
  onAsset(asset: Asset | null): void;
}): ReactNode {
  const [text, setText] = useState('');
  const found = useAssetsWithoutTwin(asset !== null && text === toName(asset) ? '' : text.trim());
  return (
    <Labelled label="Asset" hint="Equipment without a twin, by name or id" error={error}>
      {(id) => (
        <Autocomplete
          id={id}
          size="small"
          value={asset}
          options={found.data?.records ?? []}
          loading={found.isFetching}
          // The server has already filtered.
          filterOptions={(options) => options}
          getOptionLabel={toName}
          getOptionKey={(one) => one.id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          noOptionsText="No equipment without a twin has this name."
          onChange={(_, chosen) => onAsset(chosen)}
          onInputChange={(_, typed) => setText(typed)}
          renderInput={(parameters) => <TextField {...parameters} error={error !== undefined} />}
        />
      )}
    </Labelled>
  );
}

const toName = ({ assetName, uniqueId }: Asset): string => `${assetName} (${uniqueId})`;
