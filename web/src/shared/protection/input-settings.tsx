import { mdiClose } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { IntervalSetting } from '@twinward/contracts/protections/interval-setting';
import { findInputs } from '@twinward/domain/evaluation';
import { aliasReferences } from '@twinward/domain/language';
import { type ReactNode, useState } from 'react';
import { announce } from '../../ui/feedback/announcer.tsx';
import { bindFields } from '../../ui/form/bound-fields.ts';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import {
  type Draft,
  definitionOfDraft,
  type LogicInput,
  type Problems,
  problemsUnder,
  withoutSettings,
} from './draft.ts';
import { ProposedInterval } from './proposed-interval.tsx';

/** The inputs of a protection, and the expected interval of their points. */
export function InputSettings({
  draft,
  aliases,
  problems,
  readOnly,
  onChange,
}: {
  draft: Draft;
  aliases: readonly LogicInput[];
  problems: Problems;
  readOnly: boolean;
  onChange(change: Partial<Draft>): void;
}): ReactNode {
  const inputs = findInputs(definitionOfDraft(draft), aliases);
  const named = new Set(
    draft.thresholds.flatMap(({ logic }) => aliasReferences(logic).map(({ name }) => name)),
  );
  const others = aliases.filter((alias) => !inputs.includes(alias));
  const findSetting = (id: number) =>
    draft.aliases.find(({ tagAliasId }) => tagAliasId === id) ?? withoutSettings(id);
  const set = (setting: IntervalSetting): void =>
    onChange({
      aliases: [...draft.aliases.filter(({ tagAliasId }) => tagAliasId !== setting.tagAliasId), setting],
    });
  const wrong = problems.get('aliases') ?? problems.get('tagAliasIds');
  return (
    <Box>
      {wrong === undefined ? null : (
        <Alert severity="error" variant="outlined" sx={{ mb: 2 }}>
          {wrong}
        </Alert>
      )}
      {inputs.map((alias) => {
        const setting = findSetting(alias.id);
        const index = draft.aliases.findIndex(({ tagAliasId }) => tagAliasId === alias.id);
        return (
          <Box key={alias.id} sx={{ py: 2, borderBottom: 1, borderColor: 'divider' }}>
            <Stack direction="row" sx={{ alignItems: 'baseline', gap: 2, pb: 2 }}>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{alias.name}</Typography>
              <Muted sx={{ overflowWrap: 'anywhere' }}>{describeOrigin(alias)}</Muted>
              {readOnly || named.has(alias.name) ? null : (
                <Tooltip title="Remove">
                  <IconButton
                    size="small"
                    aria-label={`Remove ${alias.name}`}
                    sx={{ ml: 'auto' }}
                    onClick={() => {
                      onChange({
                        tagAliasIds: draft.tagAliasIds.filter((id) => id !== alias.id),
                        aliases: draft.aliases.filter(({ tagAliasId }) => tagAliasId !== alias.id),
                      });
                      announce(`${alias.name} was removed.`);
                    }}
                  >
                    <Icon path={mdiClose} />
                  </IconButton>
                </Tooltip>
              )}
            </Stack>
            <Interval
              alias={alias}
              setting={setting}
              isActivity={draft.type === 'activity'}
              problems={problemsUnder(problems, `aliases.${index}`)}
              readOnly={readOnly}
              onChange={set}
            />
          </Box>
        );
      })}
      {readOnly || others.length === 0 ? null : (
        <AddInput
          others={others}
          onAdd={({ id, name }) => {
            onChange({ tagAliasIds: [...draft.tagAliasIds, id] });
            announce(`${name} was added.`);
          }}
        />
      )}
    </Box>
  );
}

/** A select with a button that adds the selected input, since arrow keys already change the value of a select. */
function AddInput({
  others,
  onAdd,
}: {
  others: readonly LogicInput[];
  onAdd(alias: LogicInput): void;
}): ReactNode {
  const [chosen, setChosen] = useState('');
  const alias = others.find(({ id }) => String(id) === chosen);
  return (
    <Stack direction="row" sx={{ pt: 3, gap: 2, alignItems: 'flex-end', maxWidth: 400 }}>
      <SelectField
        label="Add an input"
        value={alias === undefined ? '' : chosen}
        choices={[
          { value: '', label: 'Choose…' },
          ...others.map(({ id, name, type }) => ({
            value: String(id),
            label: type === 'work' ? `${name} (work)` : name,
          })),
        ]}
        onChange={(event) => setChosen(event.target.value)}
      />
      <Button
        variant="outlined"
        aria-label="Add the input"
        aria-disabled={alias === undefined}
        onClick={() => {
          if (alias !== undefined) onAdd(alias);
        }}
        sx={{ flex: 'none', height: 40 }}
      >
        Add
      </Button>
    </Stack>
  );
}

/** Describes an input of a twin: its tag, and whether it records work. */
const describeOrigin = ({ mappedTagName, type }: LogicInput): string =>
  [
    ...(mappedTagName === undefined ? [] : [mappedTagName ?? 'not mapped to a tag']),
    ...(type === 'work' ? ['work'] : []),
  ].join(', ');

const kinds = [
  { value: '', label: 'None' },
  { value: 'calendar', label: 'Calendar' },
  { value: 'counter', label: 'Counter' },
];

function Interval({
  alias,
  setting,
  isActivity,
  problems,
  readOnly,
  onChange,
}: {
  alias: LogicInput;
  setting: IntervalSetting;
  isActivity: boolean;
  problems: Problems;
  readOnly: boolean;
  onChange(setting: IntervalSetting): void;
}): ReactNode {
  const isWork = alias.type === 'work';
  const change = (part: Partial<IntervalSetting>): void => onChange({ ...setting, ...part });
  const bound = bindFields({ draft: setting, problems: Object.fromEntries(problems), readOnly, change });
  const isCounter = setting.intervalType === 'counter';
  const turnTo = (intervalType: IntervalSetting['intervalType']): void =>
    onChange({
      ...withoutSettings(alias.id),
      intervalType,
      ...(intervalType === 'counter' ? { counterStart: 0 } : {}),
    });
  return (
    <FieldGrid>
      <SelectField
        label={`Interval of ${alias.name}`}
        choices={isWork ? kinds.slice(0, 2) : kinds}
        value={setting.intervalType ?? ''}
        disabled={readOnly}
        onChange={(event) => turnTo((event.target.value || null) as IntervalSetting['intervalType'])}
      />
      {setting.intervalType === null ? (
        isWork || alias.mappedTagId == null || readOnly ? null : (
          <ProposedInterval
            alias={alias.name}
            tagId={alias.mappedTagId}
            onApply={(proposal) =>
              onChange({ ...withoutSettings(alias.id), intervalType: 'calendar', ...proposal })
            }
          />
        )
      ) : isCounter ? (
        <>
          <NumberField
            label="Counter interval"
            hint="Due when the counter has advanced by this much."
            {...bound.input('counterInterval')}
          />
          <NumberField
            label="Counter start"
            hint="Counter reading before any completed work."
            {...bound.input('counterStart')}
          />
          <NumberField
            label="Tolerance"
            hint="Default: a tenth of the interval."
            value={typeof setting.tolerance === 'number' ? setting.tolerance : null}
            readOnly={readOnly}
            error={problems.get('tolerance')}
            onChange={(tolerance) => change({ tolerance })}
          />
        </>
      ) : (
        <>
          <DurationInput
            label="Expected interval"
            hint={
              isWork
                ? 'Time between two completions.'
                : 'The input is stale if no point arrives for this long.'
            }
            units={['minutes', 'hours', 'days', 'weeks', 'months', 'years']}
            defaultUnit={isWork ? 'days' : 'minutes'}
            {...bound.input('expectedInterval')}
          />
          <DurationInput
            label="Tolerance"
            hint={isWork ? 'Default: a tenth of the interval.' : 'Default: none.'}
            units={['minutes', 'hours', 'days', 'weeks', 'months']}
            defaultUnit={isWork ? 'days' : 'minutes'}
            value={typeof setting.tolerance === 'string' ? setting.tolerance : null}
            readOnly={readOnly}
            error={problems.get('tolerance')}
            onChange={(tolerance) => change({ tolerance })}
          />
        </>
      )}
      {setting.intervalType !== null && isActivity ? (
        <SelectField
          label="Schedule"
          choices={[
            { value: 'floating', label: 'Floating: from the latest completion' },
            { value: 'fixed', label: 'Fixed: by planned dates' },
          ]}
          {...bound.text('schedule')}
        />
      ) : null}
    </FieldGrid>
  );
}
