import Stack from '@mui/material/Stack';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { FormEvent, ReactNode } from 'react';
import { useFailureModes } from '../../../shared/api/queries/use-failure-modes.ts';
import { useVersioned } from '../../../shared/form/use-versioned.tsx';
import { findProblems, type RiskDraft, toRiskChange, toRiskDraft } from '../../../shared/risk/draft.ts';
import { RiskCards } from '../../../shared/risk/risk-cards.tsx';
import { RiskChart } from '../../../shared/risk/risk-chart.tsx';
import { consequenceText, probabilityText } from '../../../shared/risk/risk-texts.ts';
import { RolledUpRisk } from '../../../shared/risk/rolled-up-risk.tsx';
import { useAccess } from '../../../shared/session/session-context.tsx';
import type { FieldTexts } from '../../../ui/dialogs/merge.ts';
import { FormFoot } from '../../../ui/form/form-foot.tsx';
import { useUnsavedGuard } from '../../../ui/form/use-unsaved-guard.tsx';
import { formatDateTime, formatDuration } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { Section } from '../../../ui/page/section.tsx';
import { useTwinRiskAnalyses } from '../api/use-twin-risk-analyses.ts';
import { useSaveTwinWithRisk } from '../api/write-twin.ts';
import { type MissionDraft, MissionFields, missionProblems } from '../mission-fields.tsx';
import { dirtyFlags } from '../twin-flags.ts';

type Draft = MissionDraft & RiskDraft;

const toDraft = (twin: Twin): Draft => ({
  startDate: twin.startDate,
  missionTime: twin.missionTime,
  ...toRiskDraft(twin),
});

const texts = (twin: Twin, timeZone: string): FieldTexts<Draft> => ({
  startDate: {
    label: 'Start date',
    text: (value) => (value === null ? '' : formatDateTime(value, timeZone)),
  },
  missionTime: { label: 'Mission time', text: (value) => (value === null ? '' : formatDuration(value)) },
  probability: { label: 'Probability', text: probabilityText(twin) },
  consequence: { label: 'Consequence', text: consequenceText },
});

/** Probability, consequence and risk of a twin with its mission: three cards, saved together. */
export function TwinRiskForm({ twin }: { twin: Twin }): ReactNode {
  const mayWrite = useAccess('write:twin');
  const timeZone = useTimeZone();
  const saving = useSaveTwinWithRisk();
  const failureModes = useFailureModes(twin.id);
  const analyses = useTwinRiskAnalyses(twin.id);
  const edit = useVersioned({
    what: 'The twin',
    record: twin,
    toDraft,
    texts: texts(twin, timeZone),
    send: (draft, base) => {
      const { startDate, missionTime } = draft;
      const flags = dirtyFlags(base, { startDate, missionTime });
      return saving.mutateAsync({
        twin: { id: base.id, version: base.version, startDate, missionTime, dirtyFlags: flags },
        ...toRiskChange(draft, base),
      });
    },
    findProblems: (draft) => ({ ...findProblems(draft, shownMission(draft)), ...missionProblems(draft) }),
  });
  const guard = useUnsavedGuard(edit.isDirty);
  const { draft, change } = edit;
  const mission = shownMission(draft);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void edit.save();
  };
  const hasOwn = twin.probability !== null && twin.consequence !== null;
  return (
    <Section title="Risk">
      <Stack component="form" noValidate spacing={4} onSubmit={submit}>
        <RiskCards
          risk={draft}
          mission={mission}
          problems={edit.problems}
          onChange={mayWrite ? change : undefined}
          analysis={analyses.data?.[0] ?? null}
          {...(mayWrite ? { form: <MissionFields mission={draft} onChange={change} /> } : {})}
        />
        {hasOwn || failureModes.data === undefined ? null : (
          <RolledUpRisk failureModes={failureModes.data.records} mission={twin} />
        )}
        {edit.isDirty || edit.failure !== null || edit.isTried ? (
          <FormFoot
            label="Save"
            busy={edit.isSaving}
            dirty={edit.isDirty}
            error={edit.failure}
            fallback="The risk could not be saved."
          />
        ) : null}
        <Section title="Probability over time">
          <RiskChart risk={draft} mission={mission} />
        </Section>
      </Stack>
      {guard.dialog}
      {edit.dialog}
    </Section>
  );
}

/** The mission for calculations: invalid fields count as not set. */
function shownMission(draft: MissionDraft): MissionDraft {
  const problems = missionProblems(draft);
  return {
    startDate: problems.startDate === undefined ? draft.startDate : null,
    missionTime: problems.missionTime === undefined ? draft.missionTime : null,
  };
}
