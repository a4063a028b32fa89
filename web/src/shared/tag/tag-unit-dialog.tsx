import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { TagUnitEffects } from '@twinward/contracts/protections/input-unit';
import { unitText } from '@twinward/domain/unit-text';
import type { ReactNode } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Section } from '../../ui/page/section.tsx';
import type { TagUnitChange } from './tag-unit.ts';

/** Lists what a change of a tag's unit re-evaluates, and asks whether inputs keep the old unit. */
export function TagUnitDialog({
  name,
  from,
  to,
  isCalculated = false,
  change: { keep, follow },
  busy,
  onChoose,
  onClose,
}: {
  /** Name of the tag. */
  name: string;
  /** UCUM code. */
  from: string | null;
  to: string | null;
  /** Whether the tag is calculated, so that its logic may change with the unit. */
  isCalculated?: boolean;
  change: TagUnitChange;
  busy: boolean;
  onChoose(inputUnits: 'keep' | 'follow'): void;
  onClose(): void;
}): ReactNode {
  const before = unitText(from) ?? 'no unit';
  const after = unitText(to) ?? 'no unit';
  return (
    <AppDialog
      title={`Change the unit of ${name} from ${before} to ${after}?`}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="outlined" disabled={busy || isRefused(follow)} onClick={() => onChoose('follow')}>
            Read inputs in {after}
          </Button>
          <Button variant="contained" disabled={busy || isRefused(keep)} onClick={() => onChoose('keep')}>
            Keep inputs in {before}
          </Button>
        </>
      }
    >
      <Stack spacing={4}>
        <Typography>
          {isCalculated ? 'The results of the logic' : 'The stored points do not change. They'} will count as{' '}
          {after}. Choose how the inputs in {before} read them.
        </Typography>
        <Effects
          title={`Keep inputs in ${before}`}
          hint="Their values are converted. Their limits stay valid."
          effects={keep}
        />
        <Effects
          title={`Read inputs in ${after}`}
          hint={`The numbers do not change. Choose this if the unit ${before} was wrong.`}
          effects={follow}
        />
      </Stack>
    </AppDialog>
  );
}

const isRefused = ({ inputs }: TagUnitEffects): boolean => inputs.some(({ problem }) => problem !== null);

function Effects({
  title,
  hint,
  effects,
}: {
  title: string;
  hint: string;
  effects: TagUnitEffects;
}): ReactNode {
  const anew = [
    ...effects.protections.map(({ id, name, assetName }) => ({
      key: `p${id}`,
      text: `${name} of ${assetName}`,
    })),
    ...effects.calculatedTags.map(({ id, name }) => ({ key: `t${id}`, text: name })),
  ];
  return (
    <Section title={title}>
      <Muted sx={{ pb: 2 }}>{hint}</Muted>
      {effects.inputs.flatMap(({ id, problem }) =>
        problem === null
          ? []
          : [
              <Alert key={id} severity="error" variant="outlined">
                {problem}
              </Alert>,
            ],
      )}
      {isRefused(effects) ? null : anew.length === 0 ? (
        <Typography>Nothing is re-evaluated.</Typography>
      ) : (
        <>
          <Typography>Re-evaluated:</Typography>
          <Box component="ul" aria-label={`${title}: re-evaluated`} sx={{ m: 0, pl: 5 }}>
            {anew.map(({ key, text }) => (
              <Box component="li" key={key} sx={{ overflowWrap: 'anywhere' }}>
                {text}
              </Box>
            ))}
          </Box>
        </>
      )}
    </Section>
  );
}
