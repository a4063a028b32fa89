import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ParameterContext } from '@twinward/domain/language';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { bindFields } from '../../ui/form/bound-fields.ts';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { LogicEditor } from '../../ui/logic-editor/logic-editor.tsx';
import { inputUnit } from '../units/input-unit.ts';
import { commonUnit, LogicUnits } from '../units/logic-units.tsx';
import { ActionList } from './action-list.tsx';
import type { ActionChoices } from './advisory-form.tsx';
import type { Draft, DraftThreshold, LogicInput, Problems } from './draft.ts';
import { RationalizationFields } from './rationalization-fields.tsx';
import { ThresholdHead } from './threshold-head.tsx';
import { ThresholdSettings } from './threshold-settings.tsx';
import { useThresholdContext } from './use-threshold-context.ts';

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
      <ThresholdHead
        label={label}
        fields={bound}
        isFirst={index === 0}
        isLast={index === draft.thresholds.length - 1}
        readOnly={readOnly}
        onMove={onMove}
        onRemove={onRemove}
        onDragStart={onDragStart}
        onDragEnd={onDragEnd}
      />
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
        <ThresholdSettings
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
