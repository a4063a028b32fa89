import type { DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import { type ReactNode, Suspense } from 'react';
import { QueryError, Unloaded } from '../../../ui/feedback/loaded.tsx';
import { lazyComponent } from '../../../ui/page/lazy-component.tsx';
import { type ReadKind, useCardData } from '../api/card-source.ts';
import type { CardProps } from './card-props.ts';
import {
  AdvisoriesCard,
  ExcursionsCard,
  LevelsCard,
  MatrixCard,
  ProtectionRecordCard,
  SilentTwinsCard,
  TopRisksCard,
} from './list-cards.tsx';
import { NumberCard } from './number-card.tsx';
import { QueryCard } from './query-card.tsx';
import { TextCard } from './text-card.tsx';

const TrendCard = lazyComponent(async () => (await import('./trend-card.tsx')).TrendCard);
const AlarmCard = lazyComponent(async () => (await import('./alarm-card.tsx')).AlarmCard);
const MapCard = lazyComponent(async () => (await import('./map-card.tsx')).MapCard);

/** The content of a card, by its kind. */
export function CardView({
  card,
  title,
  values,
  height,
}: {
  card: DashboardCard;
  title: string;
  values: CardValues;
  height: number;
}): ReactNode {
  if (card.kind === 'text') return <TextCard text={card.text} />;
  return <ReadCard card={card} title={title} values={values} height={height} />;
}

type ReadableCard = Exclude<DashboardCard, { kind: 'text' }>;

function ReadCard({
  card,
  title,
  values,
  height,
}: {
  card: ReadableCard;
  title: string;
  values: CardValues;
  height: number;
}): ReactNode {
  const query = useCardData(card, values);
  if (query.data === undefined) {
    return (
      <Unloaded
        query={query}
        rows={Math.max(1, Math.floor(height / 40))}
        fallback="Error loading query/card."
      />
    );
  }
  return (
    <Suspense fallback={null}>
      <QueryError query={query} fallback="Error loading query/card." />
      {show({ card, data: query.data, title, values, height } as CardProps<ReadKind>)}
    </Suspense>
  );
}

const views: { [Kind in ReadKind]: React.ComponentType<CardProps<Kind>> } = {
  query: QueryCard,
  number: NumberCard,
  trend: TrendCard,
  'twin-map': MapCard,
  'risk-matrix': MatrixCard,
  'top-risks': TopRisksCard,
  'protection-record': ProtectionRecordCard,
  advisories: AdvisoriesCard,
  excursions: ExcursionsCard,
  'silent-twins': SilentTwinsCard,
  levels: LevelsCard,
  'alarm-performance': AlarmCard,
};

/** Renders the view of a kind. The type cast is safe, since card and data have the same kind. */
function show(props: CardProps<ReadKind>): ReactNode {
  const View = views[props.card.kind] as React.ComponentType<CardProps<ReadKind>>;
  return <View {...props} />;
}
