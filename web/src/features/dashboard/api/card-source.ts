import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { CardByKind, CardKind, DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import {
  type CardValues,
  type DataByKind,
  type readCard,
  type readDashboardCard,
  renewalAge,
} from '@twinward/contracts/questions/dashboard-data';
import { createContext, useContext } from 'react';
import { call, toHeaders } from '../../../shared/api/http.ts';
import type { Key, Scope } from '../../../shared/api/query-key.ts';
import type { Credentials } from '../../../shared/session/credentials.ts';

interface CardRequest {
  values: CardValues;
  columns: number;
  /** Whether to bypass older cached results, since the data of the card may have changed. */
  fresh: boolean;
}

/** The data source of cards: as the user, or as a display. */
export interface CardSource {
  /** Part of the query key, which separates the data of different sources. */
  name: string;
  read(card: DashboardCard, request: CardRequest, signal: AbortSignal): Promise<unknown>;
}

/** Reads any card as the user, also unsaved ones. */
const readerSource: CardSource = {
  name: 'user',
  read: (card, request, signal) =>
    call<typeof readCard>('POST /api/dashboards/cards', { body: { card, ...request }, signal }),
};

/** Reads the cards of a saved dashboard with the token of a display. */
export const displaySource = (token: Credentials, dashboardId: string): CardSource => ({
  name: `display ${dashboardId}`,
  read: (card, request, signal) =>
    call<typeof readDashboardCard>('POST /api/dashboards/:id/cards/:cardId', {
      params: { id: dashboardId, cardId: card.id },
      body: request,
      headers: toHeaders(token),
      signal,
    }),
});

export const CardSourceContext = createContext<CardSource>(readerSource);

export type ReadKind = Exclude<CardKind, 'text'>;

/** Minimum milliseconds between refetches of a card. Longer for queries, which may be slow. */
const renewEvery = (entity: Key[0]): number => (entity === 'query-cards' ? 30_000 : 5000);

/** The data of a card. The previous data stay during a refetch; live events invalidate them. */
export function useCardData<Kind extends ReadKind>(
  card: CardByKind<Kind>,
  values: CardValues,
  columns = 300,
): UseQueryResult<DataByKind<Kind>> {
  const source = useContext(CardSourceContext);
  const queryKey = cardKey(card, values, columns, source.name);
  return useQuery({
    queryKey,
    queryFn: ({ client, signal }) => {
      const fresh = client.getQueryData(queryKey) !== undefined;
      return source.read(card, { values, columns, fresh }, signal) as Promise<DataByKind<Kind>>;
    },
    placeholderData: keepPreviousData,
    meta: {
      renewEvery: renewEvery(queryKey[0]),
      lag: queryKey[0] === 'query-cards' ? renewalAge : 0,
    },
  });
}

/** The query key of a card. Its entity is that of the displayed records, so that live events invalidate it. */
export function cardKey(card: DashboardCard, values: CardValues, columns: number, source: string): Key {
  // Position and title do not affect the data.
  const { id, title, x, y, w, h, ...shown } = card;
  const [entity, scope] = shownRecords(card);
  return [entity, { ...scope, card: shown, values, columns, source }];
}

function shownRecords(card: DashboardCard): [Key[0], Scope] {
  switch (card.kind) {
    case 'query':
      return ['query-cards', {}];
    case 'number':
      if (card.source.kind === 'query') return ['query-cards', {}];
      if (card.source.kind === 'tag') return ['data-points', { tagId: card.source.tagId }];
      return [figureEntities[card.source.figure], {}];
    case 'trend':
      // Every new point causes an evaluation, which also finds excursions.
      return card.protectionId === null
        ? ['data-points', { tagId: card.tagId }]
        : ['excursions', { protectionId: card.protectionId }];
    case 'twin-map':
      return ['map-cards', {}];
    case 'levels':
    case 'silent-twins':
      return ['twin-levels', {}];
    case 'top-risks':
      return ['map-cards', {}];
    case 'risk-matrix':
      return ['risk-analyses', card.analysisId === null ? {} : { riskAnalysisId: card.analysisId }];
    case 'excursions':
    case 'alarm-performance':
      return ['excursions', {}];
    default:
      return ['advisories', {}];
  }
}

type Figure = Extract<CardByKind<'number'>['source'], { kind: 'figure' }>['figure'];

const figureEntities: Record<Figure, Key[0]> = {
  'money-at-risk': 'risk-history',
  'twins-above-zero': 'twin-levels',
  'open-excursions': 'excursions',
  excursions: 'excursions',
  'active-advisories': 'advisories',
  'overdue-advisories': 'advisories',
  'new-advisories': 'advisories',
  'silent-twins': 'twin-levels',
  'stale-protections': 'protections',
  'failed-protections': 'protections',
  'stale-inputs': 'protections',
};
