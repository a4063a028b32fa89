import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { type Group, newGroup } from '@twinward/contracts/access/group';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useAssignableTypes } from '../../shared/api/queries/use-assignable-types.ts';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { CheckList } from '../../ui/form/check-list.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { registerText } from '../../ui/form/register-text.ts';
import { saveState } from '../../ui/form/save-state.ts';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { useSaveGroup } from './api/groups.ts';
import type { NamedUser } from './api/principals.ts';
import { MemberField } from './member-field.tsx';

interface GroupValues {
  name: string;
  caption: string;
  description: string;
  assignedRecordTypes: string[];
  members: NamedUser[];
}

const fields = ['name', 'caption', 'description'] as const;
const rules = schemaRules(newGroup.shape, fields);

/** The form of a new or existing group. The name of an existing group can't be changed. */
export function GroupForm({
  group,
  members,
  onSaved,
}: {
  group: Group | null;
  members: NamedUser[];
  onSaved: () => void;
}): ReactNode {
  const save = useSaveGroup(group?.name ?? null);
  const types = useAssignableTypes();
  const form = useForm<GroupValues>({
    mode: 'onTouched',
    defaultValues: {
      name: group?.name ?? '',
      caption: group?.caption ?? '',
      description: group?.description ?? '',
      assignedRecordTypes: group?.assignedRecordTypes ?? [],
      members,
    },
  });
  const { control, setError, reset } = form;
  const { isDirty } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const submit = form.handleSubmit(({ members: chosen, ...values }) =>
    save.mutate(
      { ...values, userIds: chosen.map(({ id }) => id) },
      {
        onSuccess: () => {
          reset({ ...values, members: chosen });
          guard.leaveFreely();
          onSaved();
        },
        onError: (error) => showFieldErrors(error, fields, setError),
      },
    ),
  );
  const text = registerText(form, rules);
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack spacing={4} sx={{ maxWidth: 560 }}>
        <Field
          label="Name"
          required
          autoCapitalize="characters"
          spellCheck={false}
          disabled={group !== null}
          hint={
            group === null ? 'Letters, digits, underscore and hyphen. You cannot change it later.' : undefined
          }
          {...text('name')}
        />
        <Field label="Caption" required {...text('caption')} />
        <Field label="Description" multiline minRows={2} {...text('description')} />
        <Controller
          control={control}
          name="members"
          render={({ field }) => <MemberField members={field.value} onChange={field.onChange} />}
        />
        <Controller
          control={control}
          name="assignedRecordTypes"
          render={({ field }) => (
            <CheckList
              label="Record types"
              hint="What the members may create, change and delete."
              choices={types}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <Box>
          <FormFoot
            label={group === null ? 'Add group' : 'Save group'}
            {...saveState(form, save)}
            fallback="The group could not be saved."
          />
        </Box>
      </Stack>
      {guard.dialog}
    </form>
  );
}
