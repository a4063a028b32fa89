import {
  mdiAlertCircleOutline,
  mdiBellOffOutline,
  mdiClockAlertOutline,
  mdiPauseCircleOutline,
} from '@mdi/js';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { Shelving } from '@twinward/contracts/protections/shelving';
import { memo, type ReactNode } from 'react';
import { protectionEditPath, trainPath } from '../../shared/address/paths.ts';
import { typeLabels } from '../../shared/protection/type-labels.ts';
import { RationalizationFacts } from '../../shared/twin/rationalization-facts.tsx';
import { LogicUnits } from '../../shared/units/logic-units.tsx';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import { Time } from '../../ui/format/time.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { DueWork } from './due-work.tsx';
import { SetAsideNote } from './set-aside-note.tsx';
import { StaleNotes } from './stale-note.tsx';
import { StateNote } from './state-note.tsx';

/** The state of a protection: level, driving threshold, reliability, and last evaluation. */
export const ProtectionState = memo(function ProtectionState({
  protection,
  id,
}: {
  protection: ProtectionSummary;
  id: string;
}): ReactNode {
  const driving = protection.thresholds.find((threshold) => threshold.id === protection.drivingThresholdId);
  const { active, stale, error, silentSince } = protection;
  const muted = !active || stale || error !== null || silentSince !== null;
  return (
    <Box>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 }}>
        {/* Changes are announced. */}
        <span aria-live="polite">
          <LevelChip level={protection.level} muted={muted} shelved={protection.shelving !== null} />
        </span>
        <Typography variant="h2" id={id} sx={{ overflowWrap: 'anywhere' }}>
          {protection.name}
        </Typography>
        <Muted>{typeLabels[protection.subType]}</Muted>
        <Muted sx={{ ml: { sm: 'auto' } }}>
          {protection.lastEvaluatedDate === null ? (
            'Not evaluated yet'
          ) : (
            <>
              Evaluated up to <Time value={protection.lastEvaluatedDate} />
            </>
          )}
        </Muted>
        {protection.subType === 'pattern' ? (
          <TextLink
            to={trainPath(protection.id)}
            variant="body2"
            aria-label={`Patterns of ${protection.name}`}
          >
            Patterns
          </TextLink>
        ) : null}
        <TextLink
          to={protectionEditPath(protection.id)}
          variant="body2"
          aria-label={`Edit ${protection.name}`}
        >
          Edit
        </TextLink>
      </Stack>
      {driving === undefined ? null : (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          Driven by <b>{driving.name}</b>
          {driving.type === 'expression' ? (
            <>
              <Logic text={driving.logic} /> <LogicUnits logic={driving.logic} inputs={protection.inputs} />
            </>
          ) : null}
        </Typography>
      )}
      {driving?.rationalization ? (
        <RationalizationFacts rationalization={driving.rationalization} parameters={protection.parameters} />
      ) : null}
      {protection.subType === 'activity' ? <DueWork protectionId={protection.id} /> : null}
      {protection.shelving === null ? null : <ShelvingNote shelving={protection.shelving} />}
      {protection.active ? null : (
        <StateNote icon={mdiPauseCircleOutline}>
          Inactive: not evaluated. The level is the last known.
        </StateNote>
      )}
      {protection.stale && protection.active ? (
        <StateNote icon={mdiClockAlertOutline}>
          Stale: the last evaluation could not calculate anything. The level is the last known.
        </StateNote>
      ) : null}
      <StaleNotes protection={protection} />
      {protection.setAsideDate !== null ? (
        <SetAsideNote protection={protection} />
      ) : protection.error === null ? null : (
        <StateNote icon={mdiAlertCircleOutline}>{protection.error}</StateNote>
      )}
    </Box>
  );
});

const ShelvingNote = ({ shelving }: { shelving: Shelving }): ReactNode => (
  <StateNote icon={mdiBellOffOutline}>
    Shelved until <Time value={shelving.until} />
    {shelving.by === null ? '' : ` by ${shelving.by}`}: {shelving.reason}
  </StateNote>
);

const Logic = ({ text }: { text: string }): ReactNode => (
  <Box component="code" sx={{ ml: 2, color: 'text.secondary', fontSize: '0.8125rem' }}>
    {text}
  </Box>
);
