import { type EarlyPointsSetting, earlyPointsSetting } from '@twinward/contracts/system/setting';
import type { ReactNode } from 'react';
import { useSaveEarlyPoints } from './api/use-early-points.ts';
import { NumbersForm } from './numbers-form.tsx';

/** How far ahead of the clock points are accepted. */
export const EarlyPointsForm = ({ setting }: { setting: EarlyPointsSetting }): ReactNode => (
  <NumbersForm
    settings={setting}
    shape={earlyPointsSetting.shape}
    fields={[
      {
        name: 'toleranceMinutes',
        label: 'Accept points ahead of the clock by',
        unit: 'minutes',
        hint: 'Points further ahead are held until their time. Applies to new points.',
      },
    ]}
    save={useSaveEarlyPoints()}
    label="Save tolerance"
    fallback="The tolerance could not be saved."
  />
);
