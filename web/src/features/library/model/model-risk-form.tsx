import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { missionTime as missionTimeRule } from '@twinward/domain/rules/risk';
import type { FormEvent, ReactNode } from 'react';
import { useVersioned } from '../../../shared/form/use-versioned.tsx';
import { findProblems, type RiskRecord, toRiskDraft } from '../../../shared/risk/draft.ts';
import { RiskCards } from '../../../shared/risk/risk-cards.tsx';
import { consequenceText, probabilityText } from '../../../shared/risk/risk-texts.ts';
import { RolledUpRisk } from '../../../shared/risk/rolled-up-risk.tsx';
import { asTyped, type FieldTexts } from '../../../ui/dialogs/merge.ts';
import { DurationInput } from '../../../ui/form/duration-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { FormFoot } from '../../../ui/form/form-foot.tsx';
import { useUnsavedGuard } from '../../../ui/form/use-unsaved-guard.tsx';
import { formatDuration } from '../../../ui/format/format.ts';
import { Section } from '../../../ui/page/section.tsx';
import {
  type ModelRiskDraft,
  probabilitySource,
  toMission,
  toModelConsequence,
  toModelProbability,
} from './model-risk.ts';
import { type Edited, type ModelDraft, onlyOne } from './use-model-draft.ts';

type EditedRisk = Edited & RiskRecord & { missionTime: string | null; source: string };

const read = ({ definition, version }: TwinModel): EditedRisk => ({
  id: onlyOne,
  version,
  missionTime: definition.missionTime,
  probability: definition.probability,
  consequence: definition.consequence,
  source: probabilitySource(definition),
});

const toDraft = (risk: EditedRisk): ModelRiskDraft => ({
  ...toRiskDraft(risk),
  missionTime: risk.missionTime,
  source: risk.source,
});

const wrongTime = ({ missionTime }: ModelRiskDraft): string | undefined =>
  missionTimeRule(missionTime) ?? undefined;

/** The mission for calculations: an invalid time counts as not set. */
const shownMission = (draft: ModelRiskDraft) =>
  toMission({ missionTime: wrongTime(draft) === undefined ? draft.missionTime : null });

/** The initial probability, consequence and risk of new twins of a model. */
export function ModelRiskForm({ draft: { model, readOnly, save } }: { draft: ModelDraft }): ReactNode {
  const texts: FieldTexts<ModelRiskDraft> = {
    missionTime: { label: 'Mission time', text: (value) => (value === null ? '' : formatDuration(value)) },
    probability: { label: 'Probability', text: probabilityText(toMission(model.definition)) },
    consequence: { label: 'Consequence', text: consequenceText },
    source: { label: 'Source', text: asTyped },
  };
  const edit = useVersioned<EditedRisk, ModelRiskDraft>({
    what: 'The risk of the model',
    record: read(model),
    toDraft,
    texts,
    send: ({ probability, consequence, missionTime, source }, base) =>
      save(base, read, ({ definition }) => ({
        definition: {
          ...definition,
          missionTime,
          probability: toModelProbability(probability, missionTime, source),
          consequence: toModelConsequence(consequence),
        },
      })),
    findProblems: (draft) => ({ ...findProblems(draft, shownMission(draft)), missionTime: wrongTime(draft) }),
    readOnly,
  });
  const guard = useUnsavedGuard(edit.isDirty);
  const { draft, change } = edit;
  const mission = shownMission(draft);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void edit.save();
  };
  const { definition } = model;
  const hasOwn = definition.probability !== null && definition.consequence !== null;
  return (
    <Section title="Risk">
      <Stack component="form" noValidate spacing={4} onSubmit={submit}>
        <RiskCards
          risk={draft}
          mission={mission}
          problems={edit.problems}
          onChange={readOnly ? undefined : change}
        />
        <Box
          sx={{
            display: 'grid',
            gap: 4,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 2fr)' },
          }}
        >
          <DurationInput
            label="Mission time"
            hint="Default for new twins"
            units={['days', 'weeks', 'months', 'years']}
            defaultUnit="years"
            {...edit.input('missionTime')}
            error={wrongTime(draft)}
          />
          {draft.probability === null ? null : (
            <Field
              label="Source"
              hint="Where the life data comes from, such as a standard or study. Leave empty for an assumption."
              {...edit.text('source')}
            />
          )}
        </Box>
        {hasOwn ? null : <RolledUpRisk failureModes={definition.failureModes} mission={mission} />}
        {edit.isDirty || edit.failure !== null || edit.isTried ? (
          <FormFoot
            label="Save"
            busy={edit.isSaving}
            dirty={edit.isDirty}
            error={edit.failure}
            fallback="The risk could not be saved."
          />
        ) : null}
      </Stack>
      {guard.dialog}
      {edit.dialog}
    </Section>
  );
}
