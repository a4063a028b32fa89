import { mdiDeleteOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import type { VideoSettings } from '@twinward/contracts/system/setting';
import { videoRules, videoSettingsRules } from '@twinward/domain/rules/help-rules';
import type { ReactNode } from 'react';
import { Controller, useFieldArray, useForm } from 'react-hook-form';
import { useSaveVideoSettings } from '../../shared/api/queries/use-help.ts';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { checked } from '../../ui/form/checked.ts';
import { Field } from '../../ui/form/field.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { saveState } from '../../ui/form/save-state.ts';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { AddButton } from '../../ui/page/add-button.tsx';
import { Icon } from '../../ui/page/icon.tsx';

/** The videos of the help menu. */
export function VideoForm({ settings }: { settings: VideoSettings }): ReactNode {
  const save = useSaveVideoSettings();
  const form = useForm<VideoSettings>({ mode: 'onTouched', defaultValues: settings });
  const { register, control, formState } = form;
  const { errors, isDirty } = formState;
  const { fields, append, remove } = useFieldArray({ control, name: 'videos', keyName: 'key' });
  const guard = useUnsavedGuard(isDirty);
  const submit = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: (saved) => form.reset(saved),
      onError: (error) => showFieldErrors(error, ['path'], form.setError),
    }),
  );
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
      <Stack spacing={4} sx={{ maxWidth: 720, pt: 2, pb: 4 }}>
        <Field
          label="Folder"
          hint="Web address or server path with a file <id>.mp4 for each video. Leave empty to play them from player.vimeo.com."
          error={errors.path?.message}
          {...register('path', checked(videoSettingsRules.path))}
        />
        <Controller
          control={control}
          name="clips"
          render={({ field: { value, onChange } }) => (
            <FormControlLabel
              control={<Checkbox size="small" checked={value} onChange={(_, on) => onChange(on)} />}
              label="Show the clips included in Twinward"
            />
          )}
        />
        {fields.map((field, index) => (
          <Box
            key={field.key}
            role="group"
            aria-label={`Video ${index + 1}`}
            sx={{
              display: 'grid',
              gap: 3,
              alignItems: 'start',
              gridTemplateColumns: { xs: '1fr auto', sm: '2fr 1fr auto auto' },
            }}
          >
            <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
              <Field
                label="Title"
                error={errors.videos?.[index]?.title?.message}
                {...register(`videos.${index}.title`, checked(videoRules.title))}
              />
            </Box>
            <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
              <Field
                label="Id"
                error={errors.videos?.[index]?.id?.message}
                {...register(`videos.${index}.id`, checked(videoRules.id))}
              />
            </Box>
            <Controller
              control={control}
              name={`videos.${index}.moi`}
              render={({ field: { value, onChange } }) => (
                <FormControlLabel
                  sx={{ pt: { sm: 6 }, mr: 0 }}
                  control={<Checkbox size="small" checked={value} onChange={(_, on) => onChange(on)} />}
                  label="Maybe of interest"
                />
              )}
            />
            <Tooltip title="Remove">
              <IconButton
                aria-label={`Remove video ${index + 1}`}
                onClick={() => remove(index)}
                sx={{ mt: { sm: 6 } }}
              >
                <Icon path={mdiDeleteOutline} />
              </IconButton>
            </Tooltip>
          </Box>
        ))}
        <Box>
          <AddButton onClick={() => append({ title: '', id: '', moi: false })}>Add video</AddButton>
        </Box>
      </Stack>
      <FormFoot label="Save videos" {...saveState(form, save)} fallback="The videos could not be saved." />
      {guard.dialog}
    </form>
  );
}
