import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import type { SecondFactorSettings } from '@twinward/contracts/access/second-factor';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useSaveSecondFactorSettings, useSecondFactorSettings } from './api/second-factor-settings.ts';

const choices: { value: SecondFactorSettings['required']; label: string }[] = [
  { value: 'none', label: 'Nobody' },
  { value: 'administrators', label: 'Administrators' },
  { value: 'all', label: 'All users' },
];

/** Chooses which users must use a second factor. Saved at once. */
export function SecondFactorForm(): ReactNode {
  const settings = useSecondFactorSettings();
  const save = useSaveSecondFactorSettings();
  return (
    <Loaded query={settings} rows={2} fallback="The settings could not be loaded.">
      {({ required }) => (
        <Box sx={{ pt: 2, maxWidth: 344 }}>
          <SelectField
            label="Require a second factor for"
            choices={choices}
            value={save.isPending ? save.variables.required : required}
            onChange={({ target }) =>
              save.mutate({ required: target.value as SecondFactorSettings['required'] })
            }
          />
          <FormHelperText>
            Users without a second factor must set one up before they can continue. Set up your own first:{' '}
            <TextLink underline="always" to="/account">
              User settings
            </TextLink>
            . For external users, the identity provider decides. Programs that sign in with a password stop
            working if all users need a second factor.
          </FormHelperText>
          <ErrorState error={save.error} fallback="The setting could not be saved." />
        </Box>
      )}
    </Loaded>
  );
}
