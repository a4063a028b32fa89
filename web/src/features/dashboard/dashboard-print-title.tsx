import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import { resolveTime } from '@twinward/domain/queries/relative-time';
import type { ReactNode } from 'react';
import { usePlaceNames } from '../../shared/api/queries/use-place-names.ts';
import { type PrintFact, PrintTitle } from '../../shared/print/print-title.tsx';
import { useNow } from '../../ui/format/clock.ts';
import { formatDateTime } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { useChosenTwin } from './api/use-chosen-twin.ts';

/** Printed below the name of the dashboard: its time range, and the chosen site, class and twin. */
export function DashboardPrintTitle({ values }: { values: CardValues }): ReactNode {
  const timeZone = useTimeZone();
  const now = useNow();
  const { site, class: entry, twin, range } = values;
  const names = usePlaceNames(values);
  const chosenTwin = useChosenTwin(twin);
  const time = (text: string): string => {
    const at = resolveTime(text, now, timeZone);
    return at === null ? text : formatDateTime(at, timeZone);
  };
  const facts: PrintFact[] = [['Range', `${time(range.from)} to ${time(range.to)} (${timeZone})`]];
  if (site !== undefined) facts.push(['Site', names.site]);
  if (entry !== undefined) facts.push(['Class', names.class]);
  if (twin !== undefined) facts.push(['Twin', chosenTwin.data?.assetName ?? String(twin)]);
  return <PrintTitle facts={facts} />;
}
