import type { ReactNode } from 'react';
import { type Action, ActionsMenu } from '../../../ui/page/actions-menu.tsx';

/** The menu of a chart on the explore page. */
export const ChartMenu = ({
  name,
  actions,
  onPicture,
}: {
  /** Name of the displayed content. */
  name: string;
  actions: readonly Action[];
  /** Null if no chart is shown. */
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

/** A name with its displayed unit. */
export const withUnit = (name: string, unit: string | null): string =>
  unit === null ? name : `${name}, ${unit}`;
