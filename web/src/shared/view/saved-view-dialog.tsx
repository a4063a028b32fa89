import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { newSavedView, type SavedView, type ViewParameters } from '@twinward/contracts/records/saved-view';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Field } from '../../ui/form/field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { useSaveView } from './saved-view-calls.ts';

const captionRule = schemaRule(newSavedView.shape.caption);

/** Saves the current list as a view, or renames and shares an existing one. */
export function SavedViewDialog({
  list,
  view,
  parameters,
  mayShare,
  onClose,
}: {
  list: string;
  /** Null for a new view. */
  view: SavedView | null;
  parameters: ViewParameters;
  mayShare: boolean;
  onClose(): void;
}): ReactNode {
  const saving = useSaveView(list, view);
  const [caption, setCaption] = useState(view?.caption ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [isTried, setIsTried] = useState(false);
  const problem = captionRule(caption) ?? undefined;
  const save = (): void => {
    setIsTried(true);
    if (problem === undefined) saving.mutate({ caption, shared, parameters }, { onSuccess: onClose });
  };
  return (
    <AppDialog
      title={view === null ? 'Save view' : `View ${view.caption}`}
      busy={saving.isPending}
      dirty={caption !== (view?.caption ?? '') || shared !== (view?.shared ?? false)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" onClick={save}>
            Save view
          </Button>
        </>
      }
    >
      <Stack
        component="form"
        sx={{ py: 3, gap: 3 }}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field
          label="Name"
          hint={view === null ? 'Saves the current filters, sort and columns of the list.' : undefined}
          required
          value={caption}
          error={isTried ? problem : undefined}
          onChange={({ target }) => setCaption(target.value)}
        />
        {mayShare || shared ? (
          <SwitchField
            label="Share with all users of the list"
            checked={shared}
            readOnly={false}
            onChange={setShared}
          />
        ) : null}
        <ErrorState error={saving.error} fallback="The view could not be saved." />
      </Stack>
    </AppDialog>
  );
}
