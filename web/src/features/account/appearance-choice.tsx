import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import type { Appearance } from '@twinward/contracts/system/setting';
import type { ReactNode } from 'react';
import { useAppearance } from '../../shared/session/appearance.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';

const themes = [
  ['system', 'Same as system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;
const densities = [
  ['compact', 'Compact'],
  ['comfortable', 'Comfortable'],
] as const;

/** Colour scheme and row density. Applied at once and saved for the user on all computers. */
export function AppearanceChoice(): ReactNode {
  const { appearance, change, error } = useAppearance();
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 10, rowGap: 3, pt: 2 }}>
        <Choice
          label="Colors"
          value={appearance.theme}
          choices={themes}
          onChange={(theme) => change({ theme: theme as Appearance['theme'] })}
        />
        <Choice
          label="Table rows"
          value={appearance.density}
          choices={densities}
          onChange={(density) => change({ density: density as Appearance['density'] })}
        />
      </Stack>
      <ErrorState error={error} fallback="The choice could not be saved." />
    </>
  );
}

function Choice({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: string;
  choices: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}): ReactNode {
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend" sx={{ fontSize: '0.8125rem' }}>
        {label}
      </FormLabel>
      <RadioGroup row value={value} onChange={(_, chosen) => onChange(chosen)}>
        {choices.map(([each, name]) => (
          <FormControlLabel key={each} value={each} label={name} control={<Radio size="small" />} />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
