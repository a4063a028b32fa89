import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ModelIndicator } from '@twinward/contracts/library/definition';
import { logicParameters } from '@twinward/domain/library/logic-parameters';
import { type ReactNode, useMemo, useRef } from 'react';
import type { EditedProtection } from '../../../shared/protection/draft.ts';
import { ProtectionForm } from '../../../shared/protection/protection-form.tsx';
import { useProtectionEdit } from '../../../shared/protection/use-protection-edit.ts';
import { withoutFurther } from '../../../shared/record/use-further-form.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { useUnsavedGuard } from '../../../ui/form/use-unsaved-guard.tsx';
import { blankIndicator, readIndicator, withIndicator } from './indicator.ts';
import type { ModelDraft } from './use-model-draft.ts';

/** The form of an indicator of a model. */
export function IndicatorEditor({
  draft: { model, readOnly, save },
  indicator,
  onSaved,
  onClose,
}: {
  draft: ModelDraft;
  /** Null for a new indicator. */
  indicator: ModelIndicator | null;
  /** Called after a new indicator was saved. */
  onSaved(id: number): void;
  onClose(): void;
}): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const { tagAliases, activities, failureModes } = model.definition;
  const protection =
    indicator === null
      ? blankIndicator(model)
      : (readIndicator(model, indicator.id) ?? blankIndicator(model));
  const edit = useProtectionEdit<EditedProtection, (typeof activities)[number], (typeof tagAliases)[number]>({
    protection,
    inputs: tagAliases,
    activities,
    further: withoutFurther,
    isTrained: indicator?.patterns?.model != null,
    form,
    onSave: (draft, base, plan) =>
      save(base, readIndicator, ({ definition, lastPartId }, id) => ({
        definition: withIndicator(definition, id, draft, plan, lastPartId + 1),
      })),
  });
  const guard = useUnsavedGuard(edit.isDirty, isSamePart);
  const parameters = useMemo(() => logicParameters(model.definition), [model.definition]);
  const patterns = useMemo(() => indicator?.patterns?.patterns.map(({ name }) => name), [indicator]);
  const submit = async (): Promise<void> => {
    const saved = await edit.save();
    if (saved !== null && indicator === null) {
      guard.leaveFreely();
      onSaved(saved.id);
    }
  };
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, pb: 3, flexWrap: 'wrap' }}>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {indicator === null ? edit.draft.name || 'New protection' : edit.base.name}
        </Typography>
        {edit.isDirty ? <Typography sx={{ color: 'text.secondary' }}>Unsaved changes</Typography> : null}
        <Stack direction="row" sx={{ gap: 2, ml: 'auto' }}>
          <Button onClick={onClose}>All protections</Button>
          {readOnly ? null : (
            <Button variant="contained" loading={edit.isSaving} onClick={() => void submit()}>
              Save
            </Button>
          )}
        </Stack>
      </Stack>
      <ErrorState error={edit.failure} fallback="The protection could not be saved." />
      {indicator?.patterns ? (
        <Alert severity="info" variant="outlined" sx={{ mb: 3 }}>
          {indicator.patterns.model === null
            ? 'The patterns are not trained. Train them on each twin with its own ranges.'
            : `The patterns were trained on ${indicator.patterns.trainedOn || 'another asset'}.`}
        </Alert>
      ) : null}
      <ProtectionForm
        edit={edit}
        form={form}
        failureModes={failureModes}
        parameters={parameters}
        ofWhat="model"
        patterns={patterns}
        readOnly={readOnly}
        mayPlan={!readOnly}
        locked={indicator === null && edit.isSaving}
        onSubmit={() => void submit()}
      />
      {edit.dialog}
      {guard.dialog}
    </>
  );
}

type Place = { pathname: string; search: string };

/** Whether a navigation stays on the same indicator. */
const isSamePart = (current: Place, next: Place): boolean =>
  current.pathname === next.pathname && readPart(current) === readPart(next);

const readPart = ({ search }: Place): string | null => new URLSearchParams(search).get('part');
