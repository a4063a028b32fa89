import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useSaveSecondFactorSettings, useSecondFactorSettings } from './api/second-factor-settings.ts';

/** Who must use a second factor; saved at once. */
export function SecondFactorForm(): ReactNode {
  const settings = useSecondFactorSettings();
  const save = useSaveSecondFactorSettings();
  return (
    <Loaded query={settings} rows={2} fallback="The settings could not be loaded.">
      {({ requiredForAdministrators }) => (
        <FormControl sx={{ pt: 2, maxWidth: 640 }}>
          <FormControlLabel
            label="Require a second factor of administrators"
            control={
              <Checkbox
                size="small"
                sx={{ py: 0 }}
                checked={
                  save.isPending ? save.variables.requiredForAdministrators : requiredForAdministrators
                }
                onChange={(_, on) => save.mutate({ requiredForAdministrators: on })}
              />
            }
          />
          <FormHelperText sx={{ mt: 0, ml: 7 }}>
            One without can only set one up. You need one yourself first:{' '}
            <TextLink underline="always" to="/account">
              User settings
            </TextLink>
            . External users are left to the identity provider.
          </FormHelperText>
          {save.isError ? <ErrorState error={save.error} fallback="The setting could not be saved." /> : null}
        </FormControl>
      )}
    </Loaded>
  );
}
