import Box from '@mui/material/Box';
import type { ImportTarget } from '@twinward/contracts/signals/import';
import { importLengths } from '@twinward/contracts/signals/import';
import type { ReactNode } from 'react';
import { Field } from '../../ui/form/field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { toUniqueId } from './signals.ts';

/** Chooses the owner of new tags and inputs: a new asset with a twin, the record of the current page, or none. */
export function TargetFields({
  target,
  offered,
  isChecked,
  onTarget,
}: {
  target: ImportTarget | null;
  /** The available targets that the user may write: the twin or asset of the page, and a new asset. */
  offered: readonly { target: ImportTarget; label: string }[];
  isChecked: boolean;
  onTarget(target: ImportTarget | null): void;
}): ReactNode {
  const required = (text: string) => (isChecked && text.trim() === '' ? 'Required.' : undefined);
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr 1fr' } }}>
      <ChoiceField
        label="Belongs to"
        hint="Owner of new tags. Its twin gets an input for each signal."
        value={target?.type ?? null}
        none="No asset"
        choices={offered.map(({ target: one, label }) => ({ value: one.type, label }))}
        onChange={(type) => onTarget(offered.find((one) => one.target.type === type)?.target ?? null)}
      />
      {target?.type === 'new' ? (
        <>
          <Field
            label="Asset name"
            value={target.assetName}
            error={required(target.assetName)}
            inputProps={{ maxLength: importLengths.assetName }}
            onChange={(event) => {
              const assetName = event.target.value;
              const isGuessed = target.uniqueId === toUniqueId(target.assetName);
              onTarget({
                ...target,
                assetName,
                uniqueId: isGuessed ? toUniqueId(assetName) : target.uniqueId,
              });
            }}
          />
          <Field
            label="Unique id"
            value={target.uniqueId}
            error={required(target.uniqueId)}
            inputProps={{ maxLength: importLengths.uniqueId }}
            onChange={(event) => onTarget({ ...target, uniqueId: event.target.value })}
          />
        </>
      ) : null}
    </Box>
  );
}
