import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { InputUnitChange } from '@twinward/contracts/protections/input-unit';
import { unitText } from '@twinward/domain/unit-text';
import type { ReactNode } from 'react';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';

export type LimitsChoice = 'keep' | 'convert';

/** Asks whether to convert the limits of an input whose unit changes. */
export function UnitChangeDialog({
  name,
  from,
  to,
  change,
  mayConvert,
  busy,
  onChoose,
  onClose,
}: {
  /** Name of the input. */
  name: string;
  /** UCUM code. */
  from: string | null;
  to: string | null;
  change: InputUnitChange;
  /** Whether the user may change the logic. */
  mayConvert: boolean;
  busy: boolean;
  onChoose(limits: LimitsChoice): void;
  onClose(): void;
}): ReactNode {
  const texts = [
    ...change.protections.flatMap((protection) =>
      protection.thresholds.map((threshold) => ({
        ...threshold,
        key: `protection ${threshold.id}`,
        name: `${protection.name}: ${threshold.name}`,
      })),
    ),
    ...change.calculatedTags.map((tag) => ({ ...tag, key: `tag ${tag.id}` })),
  ];
  const converted = texts.filter(({ logic, converted: text }) => text !== logic);
  const byHand = texts.filter(({ byHand: parts }) => parts.length > 0);
  const anew = [...change.protections, ...change.calculatedTags].map((each) => each.name);
  return (
    <AppDialog
      title={`Read ${name} in ${unitText(to) ?? 'no unit'} instead of ${unitText(from) ?? 'no unit'}?`}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="outlined" disabled={busy} onClick={() => onChoose('keep')}>
            Keep the numbers
          </Button>
          {change.isConvertible && mayConvert ? (
            <Button variant="contained" disabled={busy} onClick={() => onChoose('convert')}>
              Convert the limits
            </Button>
          ) : null}
        </>
      }
    >
      <Stack spacing={4}>
        <Typography>
          {anew.length === 1 ? `${anew[0]} is` : `${anew.slice(0, -1).join(', ')} and ${anew.at(-1)} are`}{' '}
          re-evaluated over all points.
        </Typography>
        {change.isConvertible && !mayConvert ? (
          <Alert severity="info" variant="outlined">
            You need permission to change protections to convert their limits.
          </Alert>
        ) : null}
        {change.isConvertible ? null : (
          <Alert severity="info" variant="outlined">
            The limits can’t be converted between these units. Please check them after the change.
          </Alert>
        )}
        {converted.length === 0 ? null : (
          <Section title="Converted limits">
            <Box component="ul" aria-label="Converted limits" sx={{ m: 0, pl: 5 }}>
              {converted.map(({ key, name: text, logic, converted: next }) => (
                <Box component="li" key={key} sx={{ pb: 2, overflowWrap: 'anywhere' }}>
                  {text}
                  <Logic>
                    {logic} → {next}
                  </Logic>
                </Box>
              ))}
            </Box>
          </Section>
        )}
        {byHand.length === 0 ? null : (
          <Section title="Limits to change manually">
            <Box component="ul" aria-label="Limits to change manually" sx={{ m: 0, pl: 5 }}>
              {byHand.map(({ key, name: text, byHand: parts }) => (
                <Box component="li" key={key} sx={{ pb: 2, overflowWrap: 'anywhere' }}>
                  {text}
                  {parts.map((part) => (
                    <Logic key={part}>{part}</Logic>
                  ))}
                </Box>
              ))}
            </Box>
          </Section>
        )}
      </Stack>
    </AppDialog>
  );
}

const Logic = ({ children }: { children: ReactNode }): ReactNode => (
  <Muted sx={{ fontFamily: 'monospace' }}>{children}</Muted>
);
