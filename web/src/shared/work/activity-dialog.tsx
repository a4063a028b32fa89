import FormHelperText from '@mui/material/FormHelperText';
import type { Activity, ActivityRenewal } from '@twinward/contracts/twins/activity';
import { activityRenewals } from '@twinward/contracts/twins/activity';
import type { ReactNode } from 'react';
import type { FieldTexts } from '../../ui/dialogs/merge.ts';
import { RecordChoice, RecordChoices } from '../../ui/form/record-choice.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { formatDuration, formatMoney } from '../../ui/format/format.ts';
import { FurtherFiles } from '../attachment/record-files.tsx';
import { useVersioned } from '../form/use-versioned.tsx';
import { VersionedDialog } from '../form/versioned-dialog.tsx';
import type { Named } from '../protection/draft.ts';
import { FurtherFields } from '../record/further-fields.tsx';
import type { RecordValues } from '../record/record-values.ts';
import { type FurtherForm, furtherProblem } from '../record/use-further-form.ts';
import { ActivityFields, activityProblems } from './activity-fields.tsx';

type Facts = Pick<
  Activity,
  'name' | 'description' | 'tagAliasId' | 'duration' | 'cost' | 'resource' | 'renews' | 'failureModeIds'
>;

/** An activity of a twin or model in its form; the id is 0 while it is new. */
export type EditedActivity = Facts & Pick<Activity, 'id' | 'fields' | 'version'>;

/** An activity being edited. */
export type ActivityDraft = Facts & { fields: RecordValues };

const toDraft = (activity: EditedActivity): ActivityDraft => {
  const { name, description, tagAliasId, duration, cost, resource, renews, failureModeIds, fields } =
    activity;
  return { name, description, tagAliasId, duration, cost, resource, renews, failureModeIds, fields };
};

const renewals: Readonly<Record<ActivityRenewal, string>> = {
  none: 'Nothing',
  all: 'The asset and all failure modes',
  'failure-modes': 'Selected failure modes',
};

/** Whether an activity renews chosen failure modes, but none is chosen. */
const lacksModes = ({ renews, failureModeIds }: ActivityDraft): boolean =>
  renews === 'failure-modes' && failureModeIds.length === 0;

/** The initial values of a new activity. */
export const blankActivity: EditedActivity = {
  id: 0,
  tagAliasId: null,
  name: '',
  description: '',
  duration: null,
  cost: null,
  resource: '',
  renews: 'none',
  failureModeIds: [],
  fields: {},
  version: 0,
};

/** Creates or edits an activity of a twin or model. */
export function ActivityDialog({
  activity,
  works,
  failureModes,
  ofWhat = 'twin',
  further,
  readOnly,
  onSave,
  onClose,
}: {
  activity: EditedActivity;
  /** The inputs of work to choose from. */
  works: readonly Named[];
  failureModes: readonly Named[];
  /** The kind of owner. */
  ofWhat?: 'twin' | 'model';
  further: FurtherForm;
  readOnly: boolean;
  onSave(draft: ActivityDraft, base: EditedActivity): Promise<EditedActivity>;
  onClose(): void;
}): ReactNode {
  const texts: FieldTexts<ActivityDraft> = {
    name: { label: 'Name', text: (value) => value },
    description: { label: 'Description', text: (value) => value },
    tagAliasId: {
      label: 'Work is recorded under',
      text: (id) => works.find((input) => input.id === id)?.name ?? '',
    },
    duration: { label: 'Duration', text: (value) => (value === null ? '' : formatDuration(value)) },
    cost: { label: 'Cost', text: (value) => (value === null ? '' : formatMoney(value)) },
    resource: { label: 'Resource', text: (value) => value },
    renews: { label: 'Preventive work renews', text: (value) => renewals[value] },
    failureModeIds: {
      label: 'Failure modes',
      text: (ids) =>
        failureModes
          .filter(({ id }) => ids.includes(id))
          .map(({ name }) => name)
          .join(', '),
    },
    fields: further.text,
  };
  const edit = useVersioned<EditedActivity, ActivityDraft>({
    what: 'The activity',
    record: activity,
    toDraft,
    texts,
    send: onSave,
    findProblems: (draft) => ({
      ...activityProblems(draft),
      failureModeIds: lacksModes(draft) ? 'Please choose the failure modes that it renews.' : undefined,
      fields: furtherProblem(further, draft.fields),
    }),
    readOnly,
    onResolved: onClose,
  });
  const { draft, problems, isTried, change } = edit;
  return (
    <VersionedDialog
      title={activity.id === 0 ? 'New activity' : activity.name}
      edit={edit}
      fallback="The activity could not be saved."
      further={further}
      readOnly={readOnly}
      onClose={onClose}
    >
      <ActivityFields activity={draft} problems={problems} readOnly={readOnly} onChange={change}>
        <RecordChoice
          label="Work is recorded under"
          records={works}
          none="No work input"
          {...edit.input('tagAliasId')}
        />
      </ActivityFields>
      <SelectField
        label="Preventive work renews"
        choices={activityRenewals.map((value) => ({ value, label: renewals[value] }))}
        value={draft.renews}
        disabled={readOnly}
        onChange={(event) => change({ renews: event.target.value as ActivityRenewal, failureModeIds: [] })}
      />
      {problems.failureModeIds !== undefined && failureModes.length === 0 ? (
        <FormHelperText error>The {ofWhat} has no failure modes.</FormHelperText>
      ) : null}
      {draft.renews !== 'failure-modes' || failureModes.length === 0 ? null : (
        <RecordChoices
          label="Failure modes"
          hint={problems.failureModeIds}
          records={failureModes}
          value={draft.failureModeIds}
          readOnly={readOnly}
          onChange={(ids) => change({ failureModeIds: ids.toSorted((a, b) => a - b) })}
        />
      )}
      <FurtherFields
        form={further}
        draft={draft.fields}
        isTried={isTried}
        failure={edit.failure}
        readOnly={readOnly}
        onChange={(fields) => change({ fields })}
      />
      {further.record === null ? null : <FurtherFiles {...further.record} />}
    </VersionedDialog>
  );
}
