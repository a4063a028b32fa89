import type { CardByKind, CardKind, DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import { randomKey } from '../../../shared/form/random-key.ts';

/** Size of a new card by kind, in columns and rows. */
const sizes: Record<CardKind, readonly [w: number, h: number]> = {
  query: [6, 8],
  number: [3, 2],
  trend: [6, 7],
  'twin-map': [12, 9],
  'top-risks': [6, 8],
  'risk-matrix': [6, 8],
  levels: [12, 3],
  excursions: [6, 8],
  advisories: [6, 8],
  'protection-record': [6, 8],
  'silent-twins': [6, 8],
  'alarm-performance': [6, 8],
  text: [4, 4],
};

/** Initial content of a card by kind, without the common fields. */
const contents: { [Kind in CardKind]: Omit<CardByKind<Kind>, 'id' | 'title' | 'x' | 'y' | 'w' | 'h'> } = {
  query: { kind: 'query', queryId: 0 },
  number: { kind: 'number', source: { kind: 'figure', figure: 'money-at-risk' } },
  trend: { kind: 'trend', tagId: 0, protectionId: null },
  'twin-map': { kind: 'twin-map', area: 'consequence', group: 'structure' },
  'top-risks': { kind: 'top-risks', count: 10 },
  'risk-matrix': { kind: 'risk-matrix', analysisId: null },
  levels: { kind: 'levels' },
  excursions: { kind: 'excursions', count: 10 },
  advisories: { kind: 'advisories', count: 10 },
  'protection-record': { kind: 'protection-record', count: 10 },
  'silent-twins': { kind: 'silent-twins', count: 10 },
  'alarm-performance': { kind: 'alarm-performance', part: 'targets' },
  text: { kind: 'text', text: '' },
};

/** Creates a card. An id of 0 means that its query or tag is not chosen yet. */
export function newCard(kind: CardKind): DashboardCard {
  const [w, h] = sizes[kind];
  return { id: randomKey(), title: '', x: 0, y: 0, w, h, ...contents[kind] } as DashboardCard;
}

/** What is missing in a card; null if complete. */
export function findMissing(card: DashboardCard): string | null {
  if (card.kind === 'query' && card.queryId === 0) return 'Please choose a query.';
  if (card.kind === 'trend' && card.tagId === 0) return 'Please choose a tag.';
  if (card.kind !== 'number') return null;
  if (card.source.kind === 'query' && card.source.queryId === 0) return 'Please choose a query.';
  return card.source.kind === 'tag' && card.source.tagId === 0 ? 'Please choose a tag.' : null;
}
