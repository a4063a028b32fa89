import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import type { MergeOutcome, PartMerge, Side, Upgrade } from '@twinward/contracts/library/upgrade';
import { type ReactNode, useState } from 'react';
import { PartTitle } from '../../../shared/library/difference-list.tsx';
import { fieldLabel, valueText } from '../../../shared/library/part-labels.ts';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { useUpgradeOfTwin } from '../api/upgrades.ts';
import { type Choosing, type ConflictPlace, chosenSide, withChoice } from './choices.ts';

const outcomeLabels: Record<MergeOutcome, string> = {
  take: 'Model value used',
  keep: 'Twin value kept',
  conflict: 'Conflict',
};

/** The three-way difference of a twin: old model, new model, and twin. Conflicts are resolved here. */
export function MergeOfTwin({
  commandId,
  upgrade: { twinId, assetName },
  choosing,
  onClose,
}: {
  commandId: string;
  upgrade: Upgrade;
  /** Null if read-only. */
  choosing: Choosing | null;
  onClose(): void;
}): ReactNode {
  const merge = useUpgradeOfTwin(commandId, twinId);
  const [isForAll, setIsForAll] = useState(false);
  return (
    <AppDialog title={assetName} maxWidth="lg" onClose={onClose}>
      <Stack spacing={3} sx={{ py: 3 }}>
        {choosing === null ? null : (
          <SwitchField
            label="Apply choices to all twins with the same conflict"
            checked={isForAll}
            onChange={setIsForAll}
          />
        )}
        <Loaded query={merge} rows={8} fallback="The difference could not be loaded.">
          {(parts) =>
            parts.length === 0 ? (
              <EmptyState title="No differences." />
            ) : (
              <Box component="ul" aria-label="Three-way difference" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                {parts.toSorted(conflictsFirst).map((part) => (
                  <Part
                    key={`${part.kind} ${part.id} ${part.change}`}
                    part={part}
                    twinId={twinId}
                    choosing={choosing}
                    isForAll={isForAll}
                  />
                ))}
              </Box>
            )
          }
        </Loaded>
      </Stack>
    </AppDialog>
  );
}

const conflictsFirst = (one: PartMerge, other: PartMerge): number =>
  Number(other.outcome === 'conflict') - Number(one.outcome === 'conflict');

const changeLabels = { added: 'Added', removed: 'Removed', changed: 'Changed' };

interface PartProps {
  twinId: number;
  choosing: Choosing | null;
  isForAll: boolean;
}

function Part({ part, ...props }: PartProps & { part: PartMerge }): ReactNode {
  const { kind, id, change, outcome, fields } = part;
  const name = kind === null ? 'the model itself' : part.name;
  const isWhole = outcome === 'conflict' && !fields.some((field) => field.outcome === 'conflict');
  return (
    <Box component="li" sx={{ py: 3, borderBottom: 1, borderColor: 'divider' }}>
      <PartTitle part={part}>
        <Chip size="small" variant="outlined" label={changeLabels[change]} />
        <Chip
          size="small"
          color={outcome === 'conflict' ? 'warning' : 'default'}
          label={outcomeLabels[outcome]}
        />
      </PartTitle>
      {isWhole ? (
        <Box sx={{ maxWidth: 320, pt: 2 }}>
          <Choice place={{ kind, id, field: null }} what={name} {...props} />
        </Box>
      ) : null}
      {fields.map(({ field, base, model, twin, outcome: ofField }) => (
        <Box
          key={field}
          role="group"
          aria-label={`${fieldLabel(field)} of ${name}`}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '128px repeat(4, minmax(0, 1fr))' },
            columnGap: 3,
            rowGap: 1,
            pt: 2,
            fontSize: '0.8125rem',
          }}
        >
          <Box sx={{ color: 'text.secondary' }}>{fieldLabel(field)}</Box>
          <Value label="Current model version" value={base} />
          <Value label="New model version" value={model} />
          <Value label="Twin" value={twin} />
          {ofField === 'conflict' ? (
            <Choice place={{ kind, id, field }} what={`${fieldLabel(field)} of ${name}`} {...props} />
          ) : (
            <Box sx={{ color: 'text.secondary' }}>{outcomeLabels[ofField]}</Box>
          )}
        </Box>
      ))}
    </Box>
  );
}

const Value = ({ label, value }: { label: string; value: unknown }): ReactNode => (
  <Box>
    <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{label}</Box>
    <Box sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{valueText(value)}</Box>
  </Box>
);

/** The choice for a conflict; only a label if read-only. */
function Choice({
  place,
  what,
  twinId,
  choosing,
  isForAll,
}: PartProps & { place: Omit<ConflictPlace, 'twinId'>; what: string }): ReactNode {
  if (choosing === null) return outcomeLabels.conflict;
  const { choices, others, onChoose } = choosing;
  return (
    <SelectField
      label={`Choice for ${what}`}
      value={chosenSide(choices, { ...place, twinId }, others) ?? ''}
      choices={[
        { value: '', label: 'Not decided' },
        { value: 'twin', label: 'Keep twin value' },
        { value: 'model', label: 'Use model value' },
      ]}
      onChange={(event) => {
        if (event.target.value === '') return;
        const side = event.target.value as Side;
        onChoose(withChoice(choices, { ...place, twinId: isForAll ? null : twinId }, side));
      }}
    />
  );
}
