import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { Simulation } from '@twinward/contracts/protections/simulation';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { DAY } from '@twinward/domain/duration';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { useActivities } from '../../../shared/api/queries/use-activities.ts';
import { useFailureModes } from '../../../shared/api/queries/use-failure-modes.ts';
import { useLogicParameters } from '../../../shared/api/queries/use-twin-parameters.ts';
import {
  definitionOfDraft,
  draftProblems,
  serverProblems,
  toDraft,
} from '../../../shared/protection/draft.ts';
import { ThresholdList } from '../../../shared/protection/threshold-list.tsx';
import type { Range } from '../../../ui/chart/range.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { DateTimeInput } from '../../../ui/form/date-input.tsx';
import { Section } from '../../../ui/page/section.tsx';
import type { useSimulationActions } from '../api/simulations.ts';
import { useCarriedLogic, withLogic } from '../carried-logic.ts';

const minute = 60_000;
const iso = (time: number): string => new Date(time).toISOString();

/** The form of a simulation: the range, and optionally a second logic to compare with. */
export function RunForm({
  protection,
  aliases,
  extent,
  before,
  start,
}: {
  protection: Protection;
  aliases: readonly TagAlias[];
  /** From the oldest to the latest point or work of the inputs; null without data. */
  extent: Range | null;
  before: Simulation | null;
  start: ReturnType<typeof useSimulationActions>['start'];
}): ReactNode {
  // The end is exclusive, and must be after the latest point.
  const latest = extent ? Math.floor(extent.to / minute) * minute + minute : Date.now();
  const [from, setFrom] = useState<string | null>(before?.startTime ?? iso(latest - 30 * DAY));
  const [to, setTo] = useState<string | null>(before?.endTime ?? iso(latest));
  // Initially the logic that was compared last.
  const carried = useCarriedLogic() ?? before?.comparison?.logic ?? null;
  const [isCompared, setIsCompared] = useState(carried !== null);
  const [draft, setDraft] = useState(() =>
    carried === null ? toDraft(protection) : withLogic(toDraft(protection), carried),
  );
  // Initially collapsed, since the results of the logic are shown below.
  const [isFolded, setIsFolded] = useState(before?.comparison != null);
  const [isTried, setIsTried] = useState(false);
  const failureModes = useFailureModes(protection.twinId).data?.records ?? [];
  const activities = useActivities(protection.twinId).data ?? [];
  const parameters = useLogicParameters(protection.twinId);
  const refused = start.error instanceof ApiError ? (start.error.body.errors ?? []) : [];
  const findError = (path: string): string | undefined =>
    refused.find((problem) => problem.path === path)?.message;
  const ofLogic = refused.flatMap((problem) =>
    problem.path.startsWith('logic.') ? [{ ...problem, path: problem.path.slice('logic.'.length) }] : [],
  );
  const problems = new Map([...serverProblems(ofLogic), ...(isTried ? draftProblems(draft) : [])]);
  const isToldAtFields = findError('startTime') ?? findError('endTime') ?? ofLogic[0];

  const run = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (isCompared && draftProblems(draft).size > 0) return;
    const { thresholds, defaultLevel } = definitionOfDraft(draft);
    const body = {
      id: before?.id ?? null,
      indicatorId: protection.id,
      twinId: protection.twinId,
      ...(from === null ? {} : { startTime: Date.parse(from) }),
      ...(to === null ? {} : { endTime: Date.parse(to) }),
      ...(isCompared ? { logic: { thresholds, defaultLevel } } : {}),
    };
    start.mutate(body, { onSuccess: () => setIsFolded(isCompared) });
  };
  const fillWholeRange = (): void => {
    if (extent === null) return;
    setFrom(iso(Math.floor(extent.from / minute) * minute));
    setTo(iso(latest));
  };

  return (
    <Box component="form" noValidate aria-label="Simulate" onSubmit={run} sx={{ pt: 2, pb: 4 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 4, rowGap: 2, alignItems: 'flex-start' }}>
        <Box sx={{ width: 260 }}>
          <DateTimeInput label="Start" value={from} onChange={setFrom} error={findError('startTime')} />
        </Box>
        <Box sx={{ width: 260 }}>
          <DateTimeInput label="End" value={to} onChange={setTo} error={findError('endTime')} />
        </Box>
        <Stack
          direction="row"
          sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1, pt: { sm: '22px' } }}
        >
          {extent === null ? null : <Button onClick={fillWholeRange}>Use all data</Button>}
          <FormControlLabel
            control={
              <Switch
                checked={isCompared}
                onChange={(_, checked) => {
                  setIsCompared(checked);
                  setIsFolded(false);
                }}
              />
            }
            label="Compare with other logic"
          />
          <Button type="submit" variant="contained" loading={start.isPending}>
            Simulate
          </Button>
        </Stack>
      </Stack>
      <ErrorState
        error={isToldAtFields ? null : start.error}
        fallback="The simulation could not be started."
      />
      {isCompared && isFolded && problems.size === 0 ? (
        <Button onClick={() => setIsFolded(false)} sx={{ mt: 2 }}>
          Edit other logic
        </Button>
      ) : null}
      {isCompared && (!isFolded || problems.size > 0) ? (
        <Box sx={{ pt: 3, maxWidth: 960 }}>
          <Section title="Other logic">
            <ThresholdList
              draft={draft}
              generation={0}
              aliases={aliases}
              parameters={parameters}
              patterns={protection.indicatorPattern?.patterns.map(({ name }) => name)}
              problems={problems}
              readOnly={false}
              choices={{ activities, failureModes }}
              onChange={(thresholds) => setDraft((current) => ({ ...current, thresholds }))}
            />
          </Section>
        </Box>
      ) : null}
    </Box>
  );
}
