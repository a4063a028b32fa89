import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import { resolveTime } from '@twinward/domain/queries/relative-time';
import type { ReactNode } from 'react';
import { useVariableChoices } from '../../shared/api/queries/use-variable-choices.ts';
import { type PrintFact, PrintTitle } from '../../shared/print/print-title.tsx';
import { useNow } from '../../ui/format/clock.ts';
import { formatDateTime } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { useChosenTwin } from './api/use-chosen-twin.ts';

/** On paper, below the name of the dashboard: its range in time, and the chosen site, class and twin. */
export function DashboardPrintTitle({ values }: { values: CardValues }): ReactNode {
  const timeZone = useTimeZone();
  const now = useNow();
  const { site, class: entry, twin, range } = values;
  const { data: choices } = useVariableChoices(site !== undefined || entry !== undefined);
  const chosenTwin = useChosenTwin(twin);
  const nameIn = (list: readonly { id: number; name: string }[] | undefined, id: number) =>
    list?.find((one) => one.id === id)?.name ?? String(id);
  const time = (text: string): string => {
    const at = resolveTime(text, now, timeZone);
    return at === null ? text : formatDateTime(at, timeZone);
  };
  const facts: PrintFact[] = [['Range', `${time(range.from)} to ${time(range.to)} (${timeZone})`]];
  if (site !== undefined) facts.push(['Site', nameIn(choices?.sites, site)]);
  if (entry !== undefined) facts.push(['Class', nameIn(choices?.classes, entry)]);
  if (twin !== undefined) facts.push(['Twin', chosenTwin.data?.assetName ?? String(twin)]);
  return <PrintTitle facts={facts} />;
}
