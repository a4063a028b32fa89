import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import { type ReactNode, useState } from 'react';
import { Swatch } from '../../../shared/patterns/swatch.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { formatSpan } from '../../../ui/format/format.ts';
import { ActionsMenu } from '../../../ui/page/actions-menu.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { countRanges, newPattern, patternNameProblem, type SetDraft, withoutPattern } from './draft.ts';

/** Lists, adds, renames and removes patterns. New ranges are assigned to the chosen one. */
export function PatternList({
  draft,
  chosen,
  readOnly,
  onChoose,
  onChange,
}: {
  draft: SetDraft;
  /** Id of the pattern for new ranges. */
  chosen: number;
  readOnly: boolean;
  onChoose(pattern: PatternOfSet): void;
  onChange(change: Partial<SetDraft>): void;
}): ReactNode {
  const { patterns, ranges } = draft;
  const [named, setNamed] = useState<PatternOfSet | 'new' | null>(null);
  const [removed, setRemoved] = useState<PatternOfSet | null>(null);
  const save = (name: string): void => {
    if (named === 'new') {
      const added = newPattern(patterns, name);
      onChange({ patterns: [...patterns, added] });
      onChoose(added);
    } else if (named !== null) {
      const renamed = { ...named, name };
      onChange({ patterns: patterns.map((one) => (one === named ? renamed : one)) });
      if (named.id === chosen) onChoose(renamed);
    }
    setNamed(null);
  };
  const renderLabel = ({ id, name, color }: PatternOfSet): ReactNode => (
    <Swatch color={color}>
      {name}{' '}
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {rangesText(countRanges(ranges, id))}
      </Box>
    </Swatch>
  );
  if (readOnly) {
    return (
      <Stack
        component="ul"
        direction="row"
        aria-label="Patterns"
        sx={{ m: 0, p: 0, listStyle: 'none', flexWrap: 'wrap', columnGap: 4, rowGap: 1 }}
      >
        {patterns.map((pattern) => (
          <li key={pattern.id}>{renderLabel(pattern)}</li>
        ))}
      </Stack>
    );
  }
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 4 }}>
      <RadioGroup
        row
        aria-label="Mark as"
        value={chosen}
        onChange={(_, value) => onChoose(patterns.find(({ id }) => id === Number(value))!)}
        sx={{ columnGap: 4 }}
      >
        {patterns.map((pattern) => (
          <Stack key={pattern.id} direction="row" sx={{ alignItems: 'center' }}>
            <FormControlLabel
              value={pattern.id}
              control={<Radio size="small" sx={{ p: 1 }} />}
              sx={{ mr: 0.5 }}
              label={renderLabel(pattern)}
            />
            {pattern.default ? null : (
              <ActionsMenu
                label={`Actions for ${pattern.name}`}
                actions={[
                  { label: 'Rename', onChoose: () => setNamed(pattern) },
                  { label: 'Remove', onChoose: () => setRemoved(pattern) },
                ]}
              />
            )}
          </Stack>
        ))}
      </RadioGroup>
      <AddButton onClick={() => setNamed('new')}>Add pattern</AddButton>
      {named === null ? null : (
        <NameDialog
          name={named === 'new' ? null : named.name}
          others={patterns.filter((one) => one !== named)}
          onSave={save}
          onClose={() => setNamed(null)}
        />
      )}
      {removed === null ? null : (
        <ConfirmDialog
          title={`Remove ${removed.name}?`}
          yes="Remove"
          no="Cancel"
          onYes={() => {
            onChange(withoutPattern(draft, removed.id));
            setRemoved(null);
          }}
          onNo={() => setRemoved(null)}
        >
          Its ranges are removed too: {rangesText(countRanges(ranges, removed.id))}.
        </ConfirmDialog>
      )}
    </Stack>
  );
}

const rangesText = ({ count, length }: { count: number; length: number }): string =>
  count === 0 ? 'no range' : `${count} ${count === 1 ? 'range' : 'ranges'}, ${formatSpan(length)}`;

function NameDialog({
  name,
  others,
  onSave,
  onClose,
}: {
  /** Null for a new pattern. */
  name: string | null;
  others: readonly PatternOfSet[];
  onSave(name: string): void;
  onClose(): void;
}): ReactNode {
  const [typed, setTyped] = useState(name ?? '');
  const [isTried, setIsTried] = useState(false);
  const problem = patternNameProblem(typed, others);
  const save = (): void => {
    setIsTried(true);
    if (problem === null) onSave(typed.trim());
  };
  return (
    <FormDialog
      title={name === null ? 'Add a pattern' : `Rename ${name}`}
      action={name === null ? 'Add' : 'Rename'}
      onSubmit={save}
      submitOnEnter
      spacing={2}
      maxWidth="xs"
      onClose={onClose}
    >
      <Field
        autoFocus
        required
        label="Name"
        value={typed}
        error={isTried ? (problem ?? undefined) : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Muted>
        What to recognise, such as a fault. Use it in thresholds: MATCHESPATTERN("
        {typed.trim() || 'Name'}").
      </Muted>
    </FormDialog>
  );
}
