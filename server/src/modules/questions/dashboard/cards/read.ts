import type { DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import type { CardData, CardValues } from '@twinward/contracts/questions/dashboard-data';
import { resolveTime } from '@twinward/domain/queries/relative-time';
import type { Doer } from '../../../../platform/actor.ts';
import { AppError, found } from '../../../../platform/errors.ts';
import { getUserTimeZone } from '../../../access/user/service.ts';
import { getAlarmReport } from '../../../outcomes/alarm-performance/service.ts';
import { getDashboard } from '../read.ts';
import {
  readAdvisories,
  readExcursions,
  readLevels,
  readProtectionRecord,
  readSilentTwins,
} from './lists.ts';
import { readMapCard } from './map.ts';
import { readNumber } from './number.ts';
import { readQueryCard } from './query.ts';
import { readRiskMatrix, readTopRisks } from './risk.ts';
import type { Asked, Span } from './scope.ts';
import { SharedRuns } from './shared-runs.ts';
import { readTrend } from './trend.ts';

/** The values and the width for which a card is read. */
interface CardRequest {
  values: CardValues;
  columns: number;
  /** Whether query results must be only seconds old. */
  fresh: boolean;
}

/**
 * Reads the data of a card of a dashboard, as the actor.
 * @throws AppError `not-found` for the dashboard, the card, or the records that the card shows; `invalid-request` for
 *   an empty range.
 */
export async function readDashboardCard(
  actor: Doer,
  id: string,
  cardId: string,
  request: CardRequest,
): Promise<CardData> {
  const { content } = await getDashboard(actor, id);
  const card = found(
    content.cards.find((one) => one.id === cardId),
    'Card',
  );
  return readCard(actor, card, request);
}

const runs = new SharedRuns<CardData>();
/** Milliseconds that the alarm report waits for other cards of the dashboard that show parts of it. */
const gathering = 25;

/**
 * Reads the data of a card, as the actor. The card need not be part of a dashboard.
 * @throws AppError like `readDashboardCard`.
 */
export async function readCard(
  actor: Doer,
  card: DashboardCard,
  { values, columns, fresh }: CardRequest,
  now = Date.now(),
): Promise<CardData> {
  const timeZone = await getUserTimeZone(actor.tenant.db, actor.userId);
  const span = resolveSpan(values.range, now, timeZone);
  // Cards that show different parts of the same report share its run.
  const { id, title, x, y, w, h, ...shown } =
    card.kind === 'alarm-performance' ? { ...card, part: null } : card;
  const reader = dependsOnReader(card) ? actor.userId : null;
  const key = JSON.stringify([actor.tenant.name, reader, timeZone, shown, values, columns, fresh]);
  const wait = card.kind === 'alarm-performance' ? gathering : 0;
  return runs.run(key, () => read({ actor, values, span, timeZone, columns, fresh }, card), wait);
}

/** Whether the data depends on the user: on read permissions, or on the chosen structure. */
const dependsOnReader = (card: DashboardCard): boolean =>
  card.kind === 'query' ||
  (card.kind === 'number' && card.source.kind === 'query') ||
  (card.kind === 'twin-map' && card.group === 'structure');

function resolveSpan({ from, to }: CardValues['range'], now: number, timeZone: string): Span {
  const span = { from: resolveTime(from, now, timeZone), to: resolveTime(to, now, timeZone) };
  if (span.from === null || span.to === null || span.from < 0 || span.from >= span.to) {
    throw new AppError('invalid-request', 'values.range: The range must end after it starts.');
  }
  return { from: Math.round(span.from), to: Math.round(span.to) };
}

async function read(asked: Asked, card: DashboardCard): Promise<CardData> {
  switch (card.kind) {
    case 'text':
      throw new AppError('invalid-request', 'card.kind: A text has nothing to read.');
    case 'query':
      return readQueryCard(asked, card);
    case 'number':
      return readNumber(asked, card);
    case 'trend':
      return readTrend(asked, card);
    case 'twin-map':
      return readMapCard(asked, card);
    case 'risk-matrix':
      return readRiskMatrix(asked, card);
    case 'top-risks':
      return readTopRisks(asked, card);
    case 'protection-record':
      return readProtectionRecord(asked, card);
    case 'advisories':
      return readAdvisories(asked, card);
    case 'excursions':
      return readExcursions(asked, card);
    case 'silent-twins':
      return readSilentTwins(asked, card);
    case 'levels':
      return readLevels(asked);
    case 'alarm-performance':
      return {
        kind: 'alarm-performance',
        report: await getAlarmReport(asked.actor.tenant.db, asked.span.from, asked.span.to),
      };
  }
}
