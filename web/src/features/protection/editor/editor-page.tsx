import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Twin } from '@twinward/contracts/twins/twin';
import { DAY } from '@twinward/domain/duration';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  monitorPath,
  protectionEditPath,
  protectionNewPath,
  simulationPath,
  twinPath,
} from '../../../shared/address/paths.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import { useActivities } from '../../../shared/api/queries/use-activities.ts';
import { useFailureModes } from '../../../shared/api/queries/use-failure-modes.ts';
import { usePlantTimeZone } from '../../../shared/api/queries/use-plant-time-zone.ts';
import { useTags } from '../../../shared/api/queries/use-tag.ts';
import { useVersioned } from '../../../shared/form/use-versioned.tsx';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { extentOf } from '../../../ui/chart/extent.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { useUnsavedGuard } from '../../../ui/form/use-unsaved-guard.tsx';
import { LevelChip } from '../../../ui/format/level-chip.tsx';
import { ActionsMenu } from '../../../ui/page/actions-menu.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useWriteProtection } from '../api/write-protection.ts';
import { hasSameLogic, logicOf, useCarriedLogic, withLogic } from '../carried-logic.ts';
import { PreviewPanel } from '../preview/preview-panel.tsx';
import { CompletionBar } from './completion-bar.tsx';
import {
  bodyOf,
  completionOf,
  type Draft,
  definitionOfDraft,
  draftOf,
  draftProblems,
  draftTexts,
  type EditedProtection,
  prefilled,
  serverProblems,
} from './draft.ts';
import { FactsForm } from './facts-form.tsx';
import { InputSettings } from './input-settings.tsx';
import { ThresholdList } from './threshold-list.tsx';
import { WorkForm } from './work-form.tsx';
import {
  activityChangeOf,
  aliasOf,
  bodyWithActivity,
  followPlan,
  planFor,
  plannedAlias,
  planProblems,
  type WorkPlan,
  watchedBy,
} from './work-plan.ts';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** One protection being written, and beside it what it would have found. */
export function EditorPage({
  twin,
  protection,
  aliases: ofTwin,
}: {
  twin: Twin;
  /** With id 0 while it is new. */
  protection: EditedProtection;
  aliases: readonly TagAlias[];
}): ReactNode {
  const navigate = useNavigate();
  const readOnly = !useAccess('write:protection');
  const mayWriteTwins = useAccess('write:twin');
  const form = useRef<HTMLFormElement>(null);
  const write = useWriteProtection(twin.id);
  const failureModes = useFailureModes(twin.id).data?.records ?? [];
  const activities = useActivities(twin.id).data ?? [];
  /** What the server found wrong is told until it is changed. */
  const [refusedDraft, setRefusedDraft] = useState<Draft | null>(null);
  const [isTried, setIsTried] = useState(false);
  const carried = useCarriedLogic();
  const [generation, setGeneration] = useState(0);
  const [isDeleting, setIsDeleting] = useState(false);
  /** What is entered of its activity; undefined while nothing is. */
  const [entered, setEntered] = useState<WorkPlan | null | undefined>(undefined);
  const edit = useVersioned<EditedProtection, Draft>({
    what: 'The protection',
    record: protection,
    draftOf,
    texts: draftTexts,
    begin: (first) => (carried === null ? first : withLogic(first, carried)),
    send: (draft, { id, version }) => {
      const planned = draft.type === 'activity' ? entered : null;
      const activity = activities.find((one) => one.id === planned?.activityId) ?? null;
      if (id === 0) {
        return planned
          ? write.createWithActivity(bodyWithActivity(twin.id, draft, planned, activity, ofTwin))
          : write.create(bodyOf(draft));
      }
      const indicator = { ...bodyOf(draft), version };
      return planned && activity
        ? write.updateWithActivity(id, { indicator, activity: activityChangeOf(planned, activity) })
        : write.update(id, indicator);
    },
  });
  const { draft, base } = edit;
  const isNew = base.id === 0;
  const isDirty = edit.isDirty || entered !== undefined;
  const guard = useUnsavedGuard(isDirty);
  const works = ofTwin.filter(({ type }) => type === 'work');
  const watched = isNew ? null : watchedBy(draft, activities);
  const plan = entered === undefined ? watched && planFor(watched, works) : entered;
  const aliases = useMemo(
    () => (entered?.tagAliasId === plannedAlias ? [...ofTwin, aliasOf(entered, twin.id)] : ofTwin),
    [ofTwin, entered, twin.id],
  );
  const enter = (next: WorkPlan | null): void => {
    edit.change(followPlan(draft, plan, next));
    if (next?.tagAliasId !== plan?.tagAliasId || next?.aliasName !== plan?.aliasName) {
      setGeneration((count) => count + 1);
    }
    setEntered(next);
  };
  const definition = useMemo(() => definitionOfDraft(draft), [draft]);
  const saved = useMemo(() => (base.id === 0 ? null : definitionOfDraft(draftOf(base))), [base]);
  const completion = completionOf(draft, aliases);
  const refused =
    refusedDraft === draft && edit.failure instanceof ApiError ? (edit.failure.body.errors ?? []) : [];
  const found = new Map([
    ...draftProblems(draft),
    ...(draft.type === 'activity' && entered ? planProblems(entered, aliases) : []),
  ]);
  const problems = new Map([...serverProblems(refused), ...(isTried ? found : [])]);
  const isToldAtFields = [...problems.keys()].some((path) =>
    /^(thresholds|aliases|tagAliasIds|name|activity|tagAlias|tag)\b/.test(path),
  );

  const toFirstProblem = (): void => {
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const save = async (): Promise<void> => {
    setIsTried(true);
    if (found.size > 0) return toFirstProblem();
    const wasNew = isNew;
    const stored = await edit.save();
    if (stored === null) {
      setRefusedDraft(draft);
      return toFirstProblem();
    }
    setIsTried(false);
    setEntered(undefined);
    if (wasNew) {
      guard.leaveFreely();
      void navigate(protectionEditPath(stored.id), { replace: true });
    }
  };
  /** What is written goes along, to be compared with what is saved. */
  const simulate = (): void => {
    setIsTried(true);
    if (found.size > 0) {
      toFirstProblem();
      return;
    }
    const before = draftOf(base);
    const { thresholds, defaultLevel } = before;
    const isOnlyLogic = entered === undefined && isSame({ ...draft, thresholds, defaultLevel }, before);
    if (isOnlyLogic) guard.leaveFreely();
    const state = hasSameLogic(draft, before) ? null : { logic: logicOf(draft) };
    void navigate(simulationPath(twin.id, base.id), { state });
  };
  const fill = (): void => {
    edit.change({ thresholds: prefilled(draft, aliases) });
    setGeneration((count) => count + 1);
  };
  const mayFill = !readOnly && draft.type === 'activity' && draft.thresholds.length === 0;

  const inputs = (
    <Section title="Inputs">
      <InputSettings
        draft={draft}
        aliases={aliases}
        problems={problems}
        readOnly={readOnly}
        onChange={edit.change}
      />
    </Section>
  );

  return (
    <Page
      title={isNew ? draft.name || 'New protection' : base.name}
      breadcrumbs={[
        { label: 'Twins', to: '/apps/twins' },
        { label: twin.assetName, to: twinPath(twin.id) },
        { label: 'Monitor', to: monitorPath(twin.id) },
      ]}
      state={
        <>
          {isNew ? null : <LevelChip level={base.level} muted={!base.active} />}
          {isDirty ? <Box sx={{ color: 'text.secondary' }}>Unsaved changes</Box> : null}
        </>
      }
      actions={
        readOnly ? undefined : (
          <>
            {isNew ? null : <Button onClick={simulate}>Simulate</Button>}
            <Button variant="contained" loading={edit.isSaving} onClick={() => void save()}>
              Save
            </Button>
            {isNew ? null : (
              <ActionsMenu
                label={`Actions for ${base.name}`}
                actions={[
                  { label: 'Copy', to: protectionNewPath(twin.id, base.id) },
                  { label: 'Delete', onChoose: () => setIsDeleting(true) },
                ]}
              />
            )}
          </>
        )
      }
    >
      {edit.failure !== null && !isToldAtFields && refusedDraft === draft ? (
        <ErrorState error={edit.failure} fallback="The protection could not be saved." />
      ) : null}
      <CompletionBar percent={completion.percent} missing={completion.missing} />
      <Box
        component="form"
        ref={form}
        noValidate
        aria-label="Protection"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          columnGap: 8,
          rowGap: 5,
          alignItems: 'start',
        }}
      >
        <Box sx={{ minWidth: 0, display: 'grid', rowGap: 5 }}>
          <FactsForm
            draft={draft}
            problems={problems}
            readOnly={readOnly}
            failureModes={failureModes}
            onChange={edit.change}
          />
          {draft.type === 'activity' && (mayWriteTwins || plan !== null) ? (
            <Section title="Activity">
              <WorkForm
                plan={plan}
                activities={activities}
                works={works}
                isNew={isNew}
                problems={problems}
                readOnly={readOnly || !mayWriteTwins}
                onChange={enter}
              />
            </Section>
          ) : null}
          {/* An activity's thresholds follow from the intervals of its inputs. */}
          {draft.type === 'activity' ? inputs : null}
          <Section title="Thresholds">
            <ThresholdList
              draft={draft}
              generation={generation + edit.generation}
              aliases={aliases}
              problems={problems}
              readOnly={readOnly}
              choices={{ activities, failureModes }}
              onChange={(thresholds) => edit.change({ thresholds })}
            />
            {mayFill && prefilled(draft, aliases).length > 0 ? (
              <Button onClick={fill}>Fill in Due and Overdue</Button>
            ) : null}
          </Section>
          {draft.type === 'activity' ? null : inputs}
        </Box>
        <Box sx={{ minWidth: 0, position: { lg: 'sticky' }, top: 72 }}>
          <Preview
            twin={twin}
            failureModeIds={draft.failureModeIds}
            definition={definition}
            saved={saved}
            aliases={aliases}
          />
        </Box>
      </Box>
      {edit.dialog}
      {isDeleting ? (
        <ConfirmDialog
          title={`Delete ${base.name}?`}
          yes="Delete"
          no="Keep"
          onYes={() => {
            void write.remove(base.id).then(() => {
              guard.leaveFreely();
              void navigate(monitorPath(twin.id), { replace: true });
            });
          }}
          onNo={() => setIsDeleting(false)}
        >
          Its excursions and the history of its level go with it.
        </ConfirmDialog>
      ) : null}
      {guard.dialog}
    </Page>
  );
}

/** Waits for the life of the twin's inputs, by which a range is counted back from the latest data. */
function Preview({
  twin,
  aliases,
  ...shared
}: {
  twin: Twin;
  failureModeIds: readonly number[];
  aliases: readonly TagAlias[];
  definition: ReturnType<typeof definitionOfDraft>;
  saved: ReturnType<typeof definitionOfDraft> | null;
}): ReactNode {
  const tagIds = [
    ...new Set(
      aliases.flatMap(({ type, mappedTagId }) =>
        type === 'data_point' && mappedTagId !== null ? [mappedTagId] : [],
      ),
    ),
  ];
  const tags = useTags(tagIds);
  const known = extentOf(tags.flatMap(({ data }) => (data === undefined ? [] : [data])));
  const from = known?.from ?? null;
  const to = known?.to ?? null;
  const extent = useMemo(
    () => (from === null || to === null ? { from: Date.now() - 365 * DAY, to: Date.now() } : { from, to }),
    [from, to],
  );
  const zone = usePlantTimeZone();
  if (zone.error !== null) {
    return (
      <ErrorState
        error={zone.error}
        fallback="The preview could not be prepared."
        onRetry={() => void zone.refetch()}
      />
    );
  }
  if (zone.data === undefined || tags.some(({ isPending }) => isPending)) return null;
  return (
    <PreviewPanel
      twinId={twin.id}
      aliases={aliases}
      startDate={twin.startDate}
      timeZone={zone.data.timeZone}
      extent={extent}
      {...shared}
    />
  );
}
