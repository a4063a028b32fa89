import type { ReactNode } from 'react';
import { type Action, ActionsMenu } from '../../../ui/page/actions-menu.tsx';

/** What can be done with a chart in explore. */
export const ChartMenu = ({
  name,
  actions,
  onPicture,
}: {
  /** Of what is shown. */
  name: string;
  actions: readonly Action[];
  /** Null where no chart is shown. */
  onPicture: (() => void) | null;
}): ReactNode => (
  <ActionsMenu
    label={`Actions for the chart of ${name}`}
    actions={[
      ...actions,
      ...(onPicture === null ? [] : [{ label: 'Download picture', onChoose: onPicture }]),
    ]}
  />
);

/** A name with the unit in which it is drawn. */
export const withUnit = (name: string, unit: string | null): string =>
  unit === null ? name : `${name}, ${unit}`;
