import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, useCallback, useId, useMemo, useState } from 'react';
import { useExcursionSpans, useExcursionTallies } from '../../shared/api/queries/use-excursions.ts';
import { useExpectedValues } from '../../shared/api/queries/use-expected-values.ts';
import { AnswerWhy } from '../../shared/patterns/lazy-answer-why.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ExcursionPages } from '../../shared/twin/excursion-pages.tsx';
import { ExpectedRank } from '../../shared/twin/expected-rank.tsx';
import { excursionBands, levelSpans } from '../../ui/chart/bands.ts';
import { CursorLine } from '../../ui/chart/cursor-line.tsx';
import { QueryError } from '../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { useHasBeenNear } from '../../ui/page/use-has-been-near.ts';
import { explainByServer } from './api/preview-protection.ts';
import { InputSignal } from './input-signal.tsx';
import { MomentArea } from './moment-area.tsx';
import type { PanelProps } from './panel-props.ts';
import { ExplanationView } from './preview/explanation.tsx';
import { ProtectionLanes } from './protection-lanes.tsx';
import { ProtectionState } from './protection-state.tsx';
import { RecordLine } from './record-line.tsx';
import { UnwatchedNote } from './stale-note.tsx';
import { highestLevel, useExplanation } from './use-explanation.ts';

/** Number of inputs that are initially drawn; a protection may have dozens. */
const inputsAtFirst = 4;
const none = [] as const;

/** A protection: its state, the signals of its inputs, and its excursions on the same time axis. */
export function ProtectionPanel(props: PanelProps): ReactNode {
  const { twinId, protection, extent, chartRange, view, frame, cursor } = props;
  const { range, dispatch } = chartRange;
  const mayWrite = useAccess('write:protection');
  const [element, isNear] = useHasBeenNear();
  const [isWhole, setIsWhole] = useState(false);
  const title = useId();
  const scope = { twinId, protectionIds: [protection.id] };
  const shown = isNear ? frame : { ...frame, width: 0 };
  const spans = useExcursionSpans(scope, range, shown);
  const tallies = useExcursionTallies(isNear ? scope : { ...scope, protectionIds: [] }, range);
  const isModelled = protection.indicatorPattern?.modelVersion != null;
  const { data: values } = useExpectedValues(isModelled ? protection.id : null, range, shown);
  const bands = useMemo(() => excursionBands(levelSpans(spans.data ?? [])), [spans.data]);
  const failed = spans.error ? spans : tallies.error ? tallies : null;
  const explain = useCallback(
    async (time: number) => {
      const { definitionOfDraft, toDraft } = await import('../../shared/protection/draft.ts');
      const definition = definitionOfDraft(toDraft({ ...protection, type: protection.subType }));
      const indicatorId = protection.subType === 'pattern' ? protection.id : undefined;
      return (await explainByServer({ twinId, indicatorId, protection: definition, time })).thresholds;
    },
    [twinId, protection],
  );
  const { explained, failure, ask, close } = useExplanation(explain);
  const at = explained && highestLevel(protection.thresholds, explained.thresholds, protection.defaultLevel);
  const inputs = isWhole ? protection.inputs : protection.inputs.slice(0, inputsAtFirst);
  return (
    <Box component="section" aria-labelledby={title} ref={element} sx={{ pt: 5 }}>
      <ProtectionState protection={protection} id={title} />
      {isNear && frame.width > 0 ? (
        <>
          <Stack direction="row" sx={{ pt: 1, flexWrap: 'wrap', columnGap: 3, alignItems: 'baseline' }}>
            <RecordLine twinId={twinId} protection={protection} />
            {protection.active && mayWrite ? <UnwatchedNote protection={protection} /> : null}
            {protection.lastEvaluatedDate === null ? null : (
              <Button
                aria-label={`Why the level of ${protection.name}`}
                onClick={() => ask(cursor ?? Date.parse(protection.lastEvaluatedDate!))}
              >
                Why this level
              </Button>
            )}
          </Stack>
          <MomentArea range={range} frame={frame} cursor={cursor} onAsk={view === 'table' ? null : ask}>
            {inputs.map((input) => (
              <InputSignal key={input.alias} input={input} bands={bands} values={values} {...props} />
            ))}
            {protection.inputs.length > inputs.length ? (
              <Button onClick={() => setIsWhole(true)}>Show all {protection.inputs.length} inputs</Button>
            ) : null}
            {view === 'table' ? (
              <Box sx={{ pt: 4 }}>
                <ExcursionPages
                  scope={scope}
                  range={range}
                  label={`Excursions of ${protection.name}`}
                  onRange={dispatch}
                />
              </Box>
            ) : failed ? (
              <QueryError query={failed} fallback="The excursions could not be loaded." />
            ) : (
              <Box sx={{ position: 'relative' }}>
                <ProtectionLanes
                  protection={protection}
                  excursions={spans.data ?? none}
                  tallies={tallies.data}
                  latest={extent.to}
                  range={range}
                  frame={frame}
                />
                <CursorLine cursor={cursor} range={range} frame={frame} />
              </Box>
            )}
          </MomentArea>
          {values ? (
            <Box sx={{ pt: 3 }}>
              <ExpectedRank twinId={twinId} protection={protection} values={values} />
            </Box>
          ) : null}
          <ErrorState error={failure} fallback="The moment could not be explained." />
          {explained === null || at === null ? null : (
            <Box>
              <ExplanationView
                key={explained.time}
                time={explained.time}
                level={at.level}
                driving={at.driving}
                thresholds={protection.thresholds}
                explained={explained.thresholds}
                inputs={protection.inputs}
                onClose={close}
              />
              {protection.indicatorPattern?.modelVersion == null ? null : (
                <AnswerWhy
                  key={`answer ${explained.time}`}
                  protectionId={protection.id}
                  patterns={protection.indicatorPattern.patterns}
                  time={explained.time}
                  isJudged
                />
              )}
            </Box>
          )}
        </>
      ) : (
        <Box sx={{ height: 320 }} />
      )}
    </Box>
  );
}
