import type {
  AlarmPart,
  CardFigure,
  CardKind,
  DashboardCard,
} from '@twinward/contracts/questions/dashboard-card';

/** The names of the kinds of cards, in the order of the selection. */
export const kindNames: Record<CardKind, string> = {
  query: 'Query',
  number: 'Number',
  trend: 'Trend of a tag',
  'twin-map': 'Map of twins',
  'top-risks': 'Top risks',
  'risk-matrix': 'Risk matrix',
  levels: 'Twins by level',
  excursions: 'Excursions',
  advisories: 'Advisories by state',
  'protection-record': 'Track record of protections',
  'silent-twins': 'Silent twins',
  'alarm-performance': 'Alarm performance',
  text: 'Text',
};

export const alarmPartNames: Record<AlarmPart, string> = {
  figures: 'Alarms and targets',
  rate: 'Alarms over time',
  targets: 'Alarms against targets',
  priorities: 'Alarms by priority',
  worst: 'The ten worst thresholds',
};

export const figureNames: Record<CardFigure, string> = {
  'money-at-risk': 'Money at risk',
  'twins-above-zero': 'Twins above level 0',
  excursions: 'Excursions',
  'open-excursions': 'Open excursions',
  'active-advisories': 'Active advisories',
  'overdue-advisories': 'Overdue advisories',
  'new-advisories': 'New advisories',
  'silent-twins': 'Silent twins',
  'stale-protections': 'Protections without a result',
  'failed-protections': 'Failed protections',
  'stale-inputs': 'Stale inputs',
};

/** Returns the title of a card: its own, else one derived from its content. */
export function cardTitle(card: DashboardCard): string {
  if (card.title !== '') return card.title;
  if (card.kind === 'number' && card.source.kind === 'figure') return figureNames[card.source.figure];
  if (card.kind === 'alarm-performance') return alarmPartNames[card.part];
  return kindNames[card.kind];
}
