import { mdiArrowDown, mdiArrowUp, mdiDelete, mdiDragVertical } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import type { CheckOptions, ParameterContext } from '@twinward/domain/language';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { bindFields } from '../../ui/form/bound-fields.ts';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { LogicEditor } from '../../ui/logic-editor/logic-editor.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { inputUnit } from '../units/input-unit.ts';
import { commonUnit, LogicUnits } from '../units/logic-units.tsx';
import { useDisplayUnit, useUnits } from '../units/use-display-unit.ts';
import { ActionList } from './action-list.tsx';
import type { ActionChoices } from './advisory-form.tsx';
import {
  type Draft,
  type DraftThreshold,
  formatDelay,
  type LogicInput,
  type Problems,
  parseDelay,
} from './draft.ts';
import { RationalizationFields } from './rationalization-fields.tsx';

const rationalizationFields = ['cause', 'consequence', 'response', 'timeToRespond'].map(
  (name) => `rationalization.${name}`,
);
const shown = new Set([
  ...['name', 'level', 'alias', 'onDelay', 'offDelay', 'deadband'],
  ...rationalizationFields,
]);

/** Edits one threshold: name, level, logic, and less common settings. */
export function ThresholdEditor({
  draft,
  index,
  editorKey,
  aliases,
  parameters,
  patterns,
  problems,
  readOnly,
  choices,
  onChange,
  onMove,
  onRemove,
  onDragStart,
  onDragEnd,
}: {
  draft: Draft;
  index: number;
  editorKey: string;
  aliases: readonly LogicInput[];
  parameters: readonly ParameterContext[];
  patterns: readonly string[];
  problems: Problems;
  readOnly: boolean;
  choices: ActionChoices;
  onChange(change: Partial<DraftThreshold>): void;
  onMove(step: 1 | -1): void;
  onRemove(): void;
  onDragStart(): void;
  onDragEnd(): void;
}): ReactNode {
  const threshold = draft.thresholds[index]!;
  const [isOpen, setIsOpen] = useState(
    threshold.alias !== null || threshold.onDelay + threshold.offDelay + threshold.deadband > 0,
  );
  const [isRationalizing, setIsRationalizing] = useState(threshold.rationalization !== null);
  const isRationaleWrong = rationalizationFields.some((field) => problems.has(field));
  const isMoreWrong = ['alias', 'onDelay', 'offDelay', 'deadband'].some((field) => problems.has(field));
  const context = useThresholdContext(draft, index, aliases, parameters, patterns);
  const inputs = aliases.map((alias) => ({ alias: alias.name, unit: inputUnit(alias) }));
  const others = [...problems].filter(([path]) => !shown.has(path));
  const label = threshold.name || `Threshold ${index + 1}`;
  const bound = bindFields({
    draft: threshold,
    problems: Object.fromEntries(problems),
    readOnly,
    change: onChange,
  });
  const byKey = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <Box role="group" aria-label={label} onKeyDown={readOnly ? undefined : byKey}>
      <Stack
        direction="row"
        sx={{ gap: 2, alignItems: 'flex-start', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
      >
        {readOnly ? null : (
          <Tooltip title="Drag, or Alt+arrows, to move">
            <IconButton
              size="small"
              data-handle
              aria-label={`Move ${label}`}
              draggable
              onDragStart={onDragStart}
              onDragEnd={onDragEnd}
              sx={{ cursor: 'grab', mt: 6 }}
            >
              <Icon path={mdiDragVertical} />
            </IconButton>
          </Tooltip>
        )}
        <Box
          sx={{
            flex: 1,
            minWidth: { xs: 220, sm: 0 },
            display: 'grid',
            gap: 3,
            gridTemplateColumns: 'minmax(0, 1fr) minmax(88px, 120px)',
          }}
        >
          <Field label="Threshold" required {...bound.text('name')} />
          <NumberField label="Level" {...bound.input('level')} />
        </Box>
        {readOnly ? null : (
          <Stack direction="row" sx={{ mt: { xs: 0, sm: 6 }, ml: { xs: 'auto', sm: 0 } }}>
            <Move
              label={`Move ${label} up`}
              icon={mdiArrowUp}
              disabled={index === 0}
              onClick={() => onMove(-1)}
            />
            <Move
              label={`Move ${label} down`}
              icon={mdiArrowDown}
              disabled={index === draft.thresholds.length - 1}
              onClick={() => onMove(1)}
            />
            <Move label={`Remove ${label}`} icon={mdiDelete} disabled={false} onClick={onRemove} />
          </Stack>
        )}
      </Stack>
      {others.length === 0 ? null : (
        <Alert severity="error" variant="outlined" sx={{ mt: 2 }}>
          {[...new Set(others.map(([, message]) => message))].map((message) => (
            <div key={message}>{message}</div>
          ))}
        </Alert>
      )}
      {/* Small editors: most logic is a line or two, and there are many thresholds. */}
      <Box sx={{ pt: 2, '& .cm-editor .cm-scroller': { minHeight: '72px' } }}>
        <LogicEditor
          key={editorKey}
          label={`Logic of ${label}`}
          initial={threshold.logic}
          context={context}
          readOnly={readOnly}
          onChange={(logic) => onChange({ logic })}
        />
        <LogicUnits logic={threshold.logic} inputs={inputs} />
      </Box>
      <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
        <SwitchField label="Keep excursions" {...bound.toggle('logExcursion')} />
        <Button aria-expanded={isOpen || isMoreWrong} onClick={() => setIsOpen(!isOpen)}>
          Delays, deadband, alias
        </Button>
        <Button
          aria-expanded={isRationalizing || isRationaleWrong}
          onClick={() => setIsRationalizing(!isRationalizing)}
        >
          Cause and response
        </Button>
      </Stack>
      {isOpen || isMoreWrong ? (
        <More
          threshold={threshold}
          unit={commonUnit(threshold.logic, inputs)}
          problems={problems}
          readOnly={readOnly}
          onChange={onChange}
        />
      ) : null}
      {isRationalizing || isRationaleWrong ? (
        <RationalizationFields
          value={threshold.rationalization}
          problems={problems}
          readOnly={readOnly}
          onChange={(rationalization) => onChange({ rationalization })}
        />
      ) : null}
      <ActionList
        label={label}
        actions={threshold.actions}
        readOnly={readOnly}
        choices={choices}
        onChange={(actions) => onChange({ actions })}
      />
    </Box>
  );
}

const Move = ({
  label,
  icon,
  disabled,
  onClick,
}: {
  label: string;
  icon: string;
  disabled: boolean;
  onClick(): void;
}): ReactNode => (
  <IconButton size="small" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
    <Icon path={icon} />
  </IconButton>
);

const delayUnits = ['seconds', 'minutes', 'hours', 'days'] as const;

function More({
  threshold,
  unit,
  problems,
  readOnly,
  onChange,
}: {
  threshold: DraftThreshold;
  /** UCUM code of the compared inputs. */
  unit: string | null;
  problems: Problems;
  readOnly: boolean;
  onChange(change: Partial<DraftThreshold>): void;
}): ReactNode {
  const { measured } = useDisplayUnit(unit);
  return (
    <FieldGrid sx={{ py: 2 }}>
      <DurationInput
        label="On-delay"
        hint="Minimum time true before an excursion starts"
        units={delayUnits}
        defaultUnit="minutes"
        value={formatDelay(threshold.onDelay)}
        readOnly={readOnly}
        error={problems.get('onDelay')}
        onChange={(delay) => onChange({ onDelay: parseDelay(delay) })}
      />
      <DurationInput
        label="Off-delay"
        hint="Minimum time false before it ends"
        units={delayUnits}
        defaultUnit="minutes"
        value={formatDelay(threshold.offDelay)}
        readOnly={readOnly}
        error={problems.get('offDelay')}
        onChange={(delay) => onChange({ offDelay: parseDelay(delay) })}
      />
      <NumberField
        label={measured === null ? 'Deadband' : `Deadband, ${measured}`}
        hint="How far the value must move back before the excursion ends. Only for logic with a single comparison."
        value={threshold.deadband === 0 ? null : threshold.deadband}
        readOnly={readOnly}
        error={problems.get('deadband')}
        onChange={(deadband) => onChange({ deadband: deadband ?? 0 })}
      />
      <Field
        label="Alias"
        hint="Short name to use in the logic of other thresholds."
        value={threshold.alias ?? ''}
        readOnly={readOnly}
        error={problems.get('alias')}
        onChange={(event) => onChange({ alias: event.target.value === '' ? null : event.target.value })}
      />
    </FieldGrid>
  );
}

/** The names available to a threshold's logic: inputs and parameters, patterns, and the thresholds above it. */
function useThresholdContext(
  draft: Draft,
  index: number,
  aliases: readonly LogicInput[],
  parameters: readonly ParameterContext[],
  patternNames: readonly string[],
): CheckOptions {
  const { data: units } = useUnits();
  const { logic } = draft.thresholds[index]!;
  const [initial] = useState(logic);
  // Mixed units are an error only in changed logic.
  const mixedUnits = logic === initial ? 'warning' : 'error';
  const names = JSON.stringify(draft.thresholds.map(({ name, alias }) => [name, alias]));
  const counters = JSON.stringify(
    draft.aliases.flatMap(({ tagAliasId, intervalType, counterInterval, counterStart }) =>
      intervalType === 'counter' && counterInterval !== null && counterStart !== null ? [tagAliasId] : [],
    ),
  );
  const deadband = draft.thresholds[index]!.deadband > 0;
  const patterns = JSON.stringify(patternNames);
  return useMemo(() => {
    const withCounter = new Set(JSON.parse(counters) as number[]);
    return {
      dialect: 'indicator',
      result: 'boolean',
      aliases: aliases.map((alias) => ({
        name: alias.name,
        type: alias.type,
        counter: withCounter.has(alias.id),
        description: [alias.description, alias.mappedTagName].filter(Boolean).join(' · '),
        unit: inputUnit(alias),
      })),
      parameters,
      units,
      mixedUnits,
      thresholds: (JSON.parse(names) as [string, string | null][]).map(([name, alias]) => ({ name, alias })),
      patterns: JSON.parse(patterns) as string[],
      position: index,
      deadband,
    };
  }, [aliases, patterns, names, counters, index, deadband, parameters, units, mixedUnits]);
}
