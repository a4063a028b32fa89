import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import type { Protection } from '@twinward/contracts/protections/protection';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { protectionEditPath, simulationPath } from '../../../../shared/address/paths.ts';
import { ApiError } from '../../../../shared/api/api-error.ts';
import {
  type Draft,
  type DraftThreshold,
  draftProblems,
  formatDelay,
  parseDelay,
  problemsUnder,
  serverProblems,
  toBody,
  toDraft,
} from '../../../../shared/protection/draft.ts';
import type { Range } from '../../../../ui/chart/range.ts';
import { ErrorState } from '../../../../ui/feedback/states.tsx';
import { DurationInput } from '../../../../ui/form/duration-input.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import { SwitchField } from '../../../../ui/form/switch-field.tsx';
import { TextLink } from '../../../../ui/page/text-link.tsx';
import { useSimulation, useSimulationActions } from '../../api/simulations.ts';
import { useWriteProtection } from '../../api/write-protection.ts';
import { StepFoot } from './step-foot.tsx';
import { proposedThresholds } from './steps.ts';

const minute = 60_000;

/** Proposes a threshold with a level for each pattern, saves the protection, and simulates it over the history. */
export function ThresholdsStep({
  protection,
  patterns,
  extent,
  readOnly,
  onBack,
  leaveFreely,
}: {
  protection: Protection;
  patterns: readonly PatternOfSet[];
  extent: Range;
  readOnly: boolean;
  onBack(): void;
  leaveFreely(): void;
}): ReactNode {
  const navigate = useNavigate();
  const write = useWriteProtection(protection.twinId);
  const simulation = useSimulation(protection.id).data;
  const { start } = useSimulationActions(protection.id);
  const [draft, setDraft] = useState<Draft>(() => {
    const saved = toDraft(protection);
    if (readOnly) return saved;
    return {
      ...saved,
      active: true,
      thresholds: [...saved.thresholds, ...proposedThresholds(patterns, saved.thresholds)],
    };
  });
  const [isBusy, setIsBusy] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const found = draftProblems(draft);
  const refused = failure instanceof ApiError ? serverProblems(failure.body.errors ?? []) : new Map();
  const problems = new Map([...refused, ...(isTried ? found : [])]);
  const toSimulation = (): void => {
    leaveFreely();
    void navigate(simulationPath(protection.twinId, protection.id));
  };
  const finish = async (): Promise<void> => {
    setIsTried(true);
    if (found.size > 0) return;
    setIsBusy(true);
    setFailure(null);
    try {
      const body = { ...toBody(draft, protection), version: protection.version };
      const saved = await write.update(protection.id, body);
      setDraft(toDraft(saved));
      await start.mutateAsync({
        id: simulation?.id ?? null,
        indicatorId: protection.id,
        twinId: protection.twinId,
        startTime: Math.floor(extent.from / minute) * minute,
        endTime: Math.floor(extent.to / minute) * minute + minute,
      });
      toSimulation();
    } catch (error) {
      setFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  const change = (key: string, part: Partial<DraftThreshold>): void => {
    setFailure(null);
    setDraft((current) => ({
      ...current,
      thresholds: current.thresholds.map((one) => (one.key === key ? { ...one, ...part } : one)),
    }));
  };
  return (
    <Box>
      <Typography sx={{ pb: 2, maxWidth: 720 }}>
        A threshold raises the level while its pattern is recognised. A delay ignores single answers. For
        other settings, such as who is notified, use{' '}
        <TextLink to={protectionEditPath(protection.id)} underline="always">
          the editor
        </TextLink>
        .
      </Typography>
      {draft.thresholds.map((threshold, index) => (
        <Row
          key={threshold.key}
          threshold={threshold}
          problems={problemsUnder(problems, `thresholds.${index}`)}
          readOnly={readOnly}
          onChange={(part) => change(threshold.key, part)}
        />
      ))}
      <Box sx={{ pt: 2 }}>
        <SwitchField
          label="Active: evaluated and included in the twin’s level"
          checked={draft.active}
          readOnly={readOnly}
          onChange={(active) => setDraft((current) => ({ ...current, active }))}
        />
      </Box>
      <ErrorState
        error={refused.size > 0 ? null : failure}
        fallback="The protection could not be saved and simulated."
      />
      <StepFoot
        label={readOnly ? 'Open simulation' : 'Save and simulate'}
        isBusy={isBusy}
        lacking={draft.thresholds.length === 0 ? 'Add a pattern to recognise.' : null}
        onBack={onBack}
        onNext={() => (readOnly ? toSimulation() : void finish())}
      />
    </Box>
  );
}

function Row({
  threshold,
  problems,
  readOnly,
  onChange,
}: {
  threshold: DraftThreshold;
  problems: ReadonlyMap<string, string>;
  readOnly: boolean;
  onChange(part: Partial<DraftThreshold>): void;
}): ReactNode {
  return (
    <Box
      role="group"
      aria-label={threshold.name}
      sx={{
        display: 'grid',
        gap: 3,
        py: 2,
        borderBottom: 1,
        borderColor: 'divider',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          md: 'minmax(0, 2fr) 100px minmax(0, 2fr) minmax(0, 3fr)',
        },
        alignItems: 'start',
      }}
    >
      <Field
        label="Threshold"
        required
        value={threshold.name}
        readOnly={readOnly}
        error={problems.get('name')}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <NumberField
        label="Level"
        value={threshold.level}
        readOnly={readOnly}
        error={problems.get('level')}
        onChange={(level) => onChange({ level })}
      />
      <DurationInput
        label="On-delay"
        units={['seconds', 'minutes', 'hours', 'days']}
        defaultUnit="minutes"
        value={formatDelay(threshold.onDelay)}
        readOnly={readOnly}
        error={problems.get('onDelay')}
        onChange={(delay) => onChange({ onDelay: parseDelay(delay) })}
      />
      <Box sx={{ fontSize: '0.8125rem', minWidth: 0 }}>
        Logic
        <Box component="code" sx={{ display: 'block', pt: 3, overflowWrap: 'anywhere' }}>
          {threshold.logic}
        </Box>
        {problems.has('logic') ? <Box sx={{ color: 'error.main' }}>{problems.get('logic')}</Box> : null}
      </Box>
    </Box>
  );
}
