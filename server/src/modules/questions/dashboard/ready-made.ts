import {
  type Dashboard,
  type DashboardContent,
  dashboardContent,
  type ReadyMadeDashboard,
  readyMadeDashboards,
} from '@twinward/contracts/questions/dashboard';
import type { z } from 'zod';

interface Definition {
  name: string;
  description: string;
  content: z.input<typeof dashboardContent>;
}

type Figure = Extract<
  Extract<DashboardContent['cards'][number], { kind: 'number' }>['source'],
  { kind: 'figure' }
>['figure'];

/** A number card in the first row, three columns wide. */
const number = (place: number, figure: Figure) => ({
  id: figure,
  kind: 'number' as const,
  x: 3 * place,
  y: 0,
  w: 3,
  h: 2,
  source: { kind: 'figure' as const, figure },
});

const variables = ['site', 'class'] as const;

const definitions: Record<ReadyMadeDashboard, Definition> = {
  'plant-risk': {
    name: 'Plant risk',
    description: 'Where the money at risk is, what changed, and what needs attention first.',
    content: {
      variables: [...variables],
      cards: [
        number(0, 'money-at-risk'),
        number(1, 'twins-above-zero'),
        number(2, 'excursions'),
        number(3, 'active-advisories'),
        { id: 'map', kind: 'twin-map', x: 0, y: 2, w: 12, h: 9 },
        { id: 'top', kind: 'top-risks', x: 0, y: 11, w: 6, h: 9, count: 12 },
        { id: 'matrix', kind: 'risk-matrix', x: 6, y: 11, w: 6, h: 9 },
        { id: 'excursions-list', kind: 'excursions', x: 0, y: 20, w: 12, h: 8, count: 10 },
      ],
    },
  },
  'work-and-advisories': {
    name: 'Work and advisories',
    description: 'What is open, what is overdue, and how often protections were right.',
    content: {
      variables: [...variables],
      cards: [
        number(0, 'active-advisories'),
        number(1, 'overdue-advisories'),
        number(2, 'new-advisories'),
        number(3, 'open-excursions'),
        { id: 'advisories', kind: 'advisories', x: 0, y: 2, w: 6, h: 10, count: 15 },
        { id: 'record', kind: 'protection-record', x: 6, y: 2, w: 6, h: 10, count: 15 },
      ],
    },
  },
  'data-health': {
    name: 'Data health',
    description: 'Twins, protections and inputs that lack data.',
    content: {
      variables: [...variables],
      range: { from: 'now-7d', to: 'now' },
      cards: [
        number(0, 'silent-twins'),
        number(1, 'stale-protections'),
        number(2, 'failed-protections'),
        number(3, 'stale-inputs'),
        { id: 'silent', kind: 'silent-twins', x: 0, y: 2, w: 12, h: 12, count: 20 },
      ],
    },
  },
  'alarm-performance': {
    name: 'Alarm performance',
    description:
      'How many alarms there are, against the targets of ISA-18.2, and which thresholds raise them.',
    content: {
      variables: [],
      cards: [
        { id: 'figures', kind: 'alarm-performance', part: 'figures', x: 0, y: 0, w: 12, h: 3 },
        { id: 'rate', kind: 'alarm-performance', part: 'rate', x: 0, y: 3, w: 12, h: 7 },
        { id: 'targets', kind: 'alarm-performance', part: 'targets', x: 0, y: 10, w: 6, h: 9 },
        { id: 'priorities', kind: 'alarm-performance', part: 'priorities', x: 6, y: 10, w: 6, h: 9 },
        { id: 'worst', kind: 'alarm-performance', part: 'worst', x: 0, y: 19, w: 12, h: 9 },
      ],
    },
  },
  'engine-fleet': {
    name: 'Fleet of engines',
    description: 'A fleet of one class: choose the class and compare its twins by level and risk.',
    content: {
      variables: ['class', 'twin'],
      cards: [
        number(0, 'money-at-risk'),
        number(1, 'twins-above-zero'),
        number(2, 'open-excursions'),
        number(3, 'silent-twins'),
        { id: 'levels', kind: 'levels', x: 0, y: 2, w: 12, h: 3 },
        { id: 'map', kind: 'twin-map', x: 0, y: 5, w: 7, h: 9, area: 'risk', group: 'class' },
        { id: 'top', kind: 'top-risks', x: 7, y: 5, w: 5, h: 9, count: 12 },
        { id: 'excursions-list', kind: 'excursions', x: 0, y: 14, w: 12, h: 8, count: 10 },
      ],
    },
  },
};

const toDashboard = (id: ReadyMadeDashboard): Dashboard => {
  const { name, description, content } = definitions[id];
  const parsed = dashboardContent.parse(content);
  return {
    id,
    name,
    description,
    sharing: 'tenant',
    readyMade: true,
    owner: null,
    mayEdit: false,
    cardCount: parsed.cards.length,
    updatedAt: null,
    version: 1,
    content: parsed,
  };
};

/** The ready-made dashboards of the product, in order. */
export const readyMade: readonly Dashboard[] = readyMadeDashboards.map(toDashboard);
