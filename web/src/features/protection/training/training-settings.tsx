import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Strictness } from '@twinward/contracts/protections/indicator-pattern';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { CheckOptions } from '@twinward/domain/language';
import { type ReactNode, useMemo } from 'react';
import { useLogicParameters } from '../../../shared/api/queries/use-twin-parameters.ts';
import { inputUnit } from '../../../shared/units/input-unit.ts';
import { useUnits } from '../../../shared/units/use-display-unit.ts';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { LogicEditor } from '../../../ui/logic-editor/logic-editor.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import type { SetDraft } from './draft.ts';

/** The strictness levels with their descriptions, in order. */
export const strictnesses: readonly { value: Strictness; label: string; hint: string }[] = [
  {
    value: 'lenient',
    label: 'Lenient',
    hint: 'Each time gets the most similar pattern, even if it is not very similar. For data from one operating regime.',
  },
  {
    value: 'normal',
    label: 'Normal',
    hint: 'A time that is far from the training ranges of the pattern gets No match.',
  },
  {
    value: 'strict',
    label: 'Strict',
    hint: 'Like Normal, and also No match where the inputs do not fit together. Fewer false matches, more missed ones.',
  },
];

/** The settings of a set for training and answers: strictness, grid, and condition of use. */
export function TrainingSettings({
  draft,
  aliases,
  problems,
  generation,
  readOnly,
  onChange,
}: {
  draft: SetDraft;
  aliases: readonly TagAlias[];
  /** The server's validation errors by field. */
  problems: ReadonlyMap<string, string>;
  /** Increases when texts are replaced from outside. */
  generation: number;
  readOnly: boolean;
  onChange(change: Partial<SetDraft>): void;
}): ReactNode {
  const context = useConditionContext(aliases);
  const { hint } = strictnesses.find(({ value }) => value === draft.strictness)!;
  const percent = (share: number | null) => (share === null ? null : Math.round(share * 1000) / 10);
  const share = (typed: number | null) => (typed === null ? null : typed / 100);
  return (
    <Box sx={{ display: 'grid', rowGap: 4 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(2, minmax(0, 1fr))',
            lg: 'repeat(5, minmax(0, 1fr))',
          },
          alignItems: 'start',
        }}
      >
        <SelectField
          label="Strictness"
          value={draft.strictness}
          disabled={readOnly}
          choices={strictnesses}
          onChange={(event) => onChange({ strictness: event.target.value as Strictness })}
        />
        <NumberField
          label="Minimum confidence"
          unit="%"
          hint="Below it, the answer is No match."
          value={percent(draft.confidence)}
          readOnly={readOnly}
          error={problems.get('confidence')}
          onChange={(typed) => onChange({ confidence: share(typed) })}
        />
        <NumberField
          label="Step"
          unit="s"
          hint="Leave empty to follow the slowest input."
          value={draft.stepSeconds}
          readOnly={readOnly}
          error={problems.get('stepSeconds')}
          onChange={(stepSeconds) => onChange({ stepSeconds })}
        />
        <NumberField
          label="Maximum refused"
          unit="%"
          hint="Notify above this share in 30 days"
          value={percent(draft.mostRefused)}
          readOnly={readOnly}
          error={problems.get('mostRefused')}
          onChange={(typed) => onChange({ mostRefused: share(typed) })}
        />
        <NumberField
          label="Maximum wrong"
          unit="%"
          hint="Share of judged answers"
          value={percent(draft.mostWrong)}
          readOnly={readOnly}
          error={problems.get('mostWrong')}
          onChange={(typed) => onChange({ mostWrong: share(typed) })}
        />
      </Box>
      <Muted>{hint}</Muted>
      <Box sx={{ maxWidth: 720, '& .cm-editor .cm-scroller': { minHeight: '48px' } }}>
        <LogicEditor
          key={generation}
          label="Condition of use"
          initial={draft.condition}
          context={context}
          readOnly={readOnly}
          onChange={(condition) => onChange({ condition })}
        />
        <Typography
          variant="body2"
          sx={{ color: problems.has('condition') ? 'error.main' : 'text.secondary', pt: 1 }}
        >
          {problems.get('condition') ??
            'Optional, such as [Speed] > 500. Times when it is not true are excluded from training and get no answer.'}
        </Typography>
      </Box>
    </Box>
  );
}

/** The names available to the condition: the twin's inputs and parameters. */
function useConditionContext(aliases: readonly TagAlias[]): CheckOptions {
  const { data: units } = useUnits();
  const parameters = useLogicParameters(aliases[0]?.twinId ?? null);
  return useMemo(
    () => ({
      dialect: 'indicator',
      result: 'boolean',
      aliases: aliases.map((alias) => ({
        name: alias.name,
        type: alias.type,
        description: [alias.description, alias.mappedTagName].filter(Boolean).join(' · '),
        unit: inputUnit(alias),
      })),
      parameters,
      units,
      mixedUnits: 'error' as const,
      thresholds: [],
      position: 0,
    }),
    [aliases, parameters, units],
  );
}
