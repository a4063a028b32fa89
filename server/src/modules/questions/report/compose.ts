import type { Dashboard } from '@twinward/contracts/questions/dashboard';
import type { DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import type { ReportSubject } from '@twinward/contracts/questions/report-subscription';
import { cardTitle } from '@twinward/domain/dashboards/card-names';
import type { Doer } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { general, getSystemSetting } from '../../system/setting/service.ts';
import { getDashboard, readCard } from '../dashboard/service.ts';
import { getQuery, runQuery } from '../query/service.ts';
import { cardPart } from './card-part.ts';
import { queryPart } from './query-part.ts';
import type { Drawable, SectionPart } from './section.ts';
import type { TextStyle } from './text.ts';

/** Number of points of a line in a chart. */
const columns = 300;

/** A report whose charts are not drawn yet. */
interface Report {
  name: string;
  /** Page of the report; starts with a slash. */
  path: string;
  sections: Drawable[];
}

/**
 * Returns the content of a report with the reader's current permissions.
 * @throws AppError `not-found` for a dashboard or query that the reader may not open.
 */
export async function composeReport(reader: Doer, subject: ReportSubject, timeZone: string): Promise<Report> {
  const { currencySymbol } = await getSystemSetting(reader.tenant.db, general);
  const style = { currencySymbol, timeZone };
  if (subject.kind === 'query') {
    const { name, definition } = await getQuery(reader, subject.id);
    const path = `/tools/query/${subject.id}`;
    const part = await readOrFail(async () => {
      const result = await runQuery(reader, subject.id, { parameters: subject.parameters });
      return queryPart(result, definition.display, style);
    });
    return { name, path, sections: [{ title: name, path, ...part }] };
  }
  const dashboard = await getDashboard(reader, subject.id);
  const values = subject.values ?? { range: dashboard.content.range };
  const path = `/dashboard?${toSearch(dashboard, subject.values)}`;
  const sections: Drawable[] = [];
  for (const [place, card] of inReadingOrder(dashboard.content.cards).entries()) {
    const part = await readOrFail(() => readPart(reader, card, values, style));
    sections.push({
      title: cardTitle(card),
      path: card.kind === 'query' ? `/tools/query/${card.queryId}` : path,
      ...part,
      pictures: part.pictures.map((picture) => ({ ...picture, name: `card-${place + 1}-${picture.name}` })),
    });
  }
  return { name: dashboard.name, path, sections };
}

async function readPart(
  reader: Doer,
  card: DashboardCard,
  values: CardValues,
  style: TextStyle,
): Promise<SectionPart> {
  if (card.kind === 'text') return { lines: card.text.split(/\n+/).filter(Boolean), pictures: [] };
  return cardPart(card, await readCard(reader, card, { values, columns, fresh: false }), style);
}

/** Returns the error message as the content if reading a card fails, so that the other cards are still read. */
async function readOrFail(read: () => Promise<SectionPart>): Promise<SectionPart> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { lines: ['Error loading query/card.', error.message], pictures: [] };
  }
}

const inReadingOrder = (cards: readonly DashboardCard[]): DashboardCard[] =>
  cards.toSorted((one, other) => one.y - other.y || one.x - other.x);

function toSearch({ id }: Dashboard, values: CardValues | null): string {
  const { range, ...variables } = values ?? { range: null };
  const chosen = Object.entries({ id, ...variables, ...(range && { from: range.from, to: range.to }) });
  return new URLSearchParams(chosen.map(([name, value]) => [name, String(value)])).toString();
}
