import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ParameterContext } from '@twinward/domain/language';
import type { ReactNode, RefObject } from 'react';
import { Section } from '../../ui/page/section.tsx';
import { FurtherFiles } from '../attachment/record-files.tsx';
import { FurtherFields } from '../record/further-fields.tsx';
import { CompletionBar } from './completion-bar.tsx';
import { type Named, prefilled } from './draft.ts';
import { FactsForm } from './facts-form.tsx';
import { InputSettings } from './input-settings.tsx';
import { ThresholdList } from './threshold-list.tsx';
import type { ProtectionEdit } from './use-protection-edit.ts';
import { WorkForm } from './work-form.tsx';

/** The form of a protection of a twin or model: facts, activity, thresholds and inputs, with `children` beside it. */
export function ProtectionForm({
  edit,
  form,
  failureModes,
  parameters,
  ofWhat = 'twin',
  patterns,
  readOnly,
  mayPlan,
  mayCreateTag = false,
  locked = false,
  onSubmit,
  children,
}: {
  edit: Omit<ProtectionEdit, 'save'>;
  form: RefObject<HTMLFormElement | null>;
  failureModes: readonly Named[];
  /** Parameters available to logic: of the twin, or declared by the model. */
  parameters?: readonly ParameterContext[] | undefined;
  /** The kind of owner. */
  ofWhat?: 'twin' | 'model';
  /** Names of the patterns of a pattern protection. */
  patterns?: readonly string[] | undefined;
  readOnly: boolean;
  /** Whether the user may change the watched activity. */
  mayPlan: boolean;
  /** Whether a tag can be created for a new input of work. */
  mayCreateTag?: boolean;
  locked?: boolean;
  onSubmit(): void;
  children?: ReactNode;
}): ReactNode {
  const { draft, base, change, inputs, problems, plan, activities, completion } = edit;
  const isNew = base.id === 0;
  const mayFill = !readOnly && draft.type === 'activity' && draft.thresholds.length === 0;
  const settings = (
    <Section title="Inputs">
      <InputSettings
        draft={draft}
        aliases={inputs}
        problems={problems}
        readOnly={readOnly}
        onChange={change}
      />
    </Section>
  );
  return (
    <>
      <CompletionBar percent={completion.percent} missing={completion.missing} />
      <Box
        component="form"
        ref={form}
        noValidate
        inert={locked}
        aria-label="Protection"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        sx={{
          display: 'grid',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            lg: children === undefined ? 'minmax(0, 896px)' : 'minmax(0, 1fr) minmax(0, 1fr)',
          },
          columnGap: 8,
          rowGap: 5,
          alignItems: 'start',
        }}
      >
        <Box sx={{ minWidth: 0, display: 'grid', rowGap: 5 }}>
          <FactsForm
            draft={draft}
            savedType={isNew && ofWhat === 'twin' ? null : base.type}
            problems={problems}
            readOnly={readOnly}
            failureModes={failureModes}
            ofWhat={ofWhat}
            onChange={change}
          />
          <FurtherFields
            form={edit.further}
            draft={draft.fields}
            isTried={edit.isTried}
            failure={edit.saveFailure}
            readOnly={readOnly}
            onChange={(fields) => change({ fields })}
          />
          {edit.further.record === null ? null : <FurtherFiles {...edit.further.record} />}
          {draft.type === 'activity' && (mayPlan || plan !== null) ? (
            <Section title="Activity">
              <WorkForm
                plan={plan}
                activities={activities}
                works={edit.works}
                isNew={isNew}
                mayCreateTag={mayCreateTag}
                problems={problems}
                readOnly={readOnly || !mayPlan}
                onChange={edit.enter}
              />
            </Section>
          ) : null}
          {/* The thresholds of an activity are derived from the intervals of its inputs. */}
          {draft.type === 'activity' ? settings : null}
          <Section title="Thresholds">
            <ThresholdList
              draft={draft}
              generation={edit.generation}
              aliases={inputs}
              parameters={parameters}
              patterns={patterns}
              problems={problems}
              readOnly={readOnly}
              choices={{ activities, failureModes }}
              onChange={(thresholds) => change({ thresholds })}
            />
            {mayFill && prefilled(draft, inputs).length > 0 ? (
              <Button onClick={edit.fill}>Add Due and Overdue thresholds</Button>
            ) : null}
          </Section>
          {draft.type === 'activity' ? null : settings}
        </Box>
        {children}
      </Box>
    </>
  );
}
