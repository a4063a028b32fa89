import type { DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import type { CardData, DataByKind } from '@twinward/contracts/questions/dashboard-data';
import { alarmFigures } from '@twinward/domain/alarms/figures';
import type { SummaryTable } from '../../outcomes/notification/service.ts';
import { formatFigure, ratePicture } from './alarm-section.ts';
import { type PictureDraft, strong } from './picture.ts';
import { mostRows, queryPart } from './query-part.ts';
import type { SectionPart } from './section.ts';
import { count, decimal, measured, money, type TextStyle, timeText } from './text.ts';

/** Converts the data of a card to the texts, tables and charts of a mail. */
export function cardPart(card: DashboardCard, data: CardData, style: TextStyle): SectionPart {
  switch (data.kind) {
    case 'query':
      return queryPart(data.result, data.display, style);
    case 'number':
      return numberPart(data, style);
    case 'trend':
      return trendPart(data, style);
    case 'twin-map':
      return mapPart(data, style);
    case 'risk-matrix':
      return matrixPart(data, style);
    case 'top-risks':
      return tabled([`${count(data.total)} twins with a risk`], {
        headings: ['Twin', 'Level', 'Probability', 'Cost of a failure', 'Risk'],
        rows: data.twins.map(({ assetName, level, probability, consequence, risk }) => [
          assetName,
          orDash(level),
          probability === null ? '–' : `${decimal(probability, 1)} %`,
          consequence === null ? '–' : money(consequence, style.currencySymbol),
          money(risk, style.currencySymbol),
        ]),
      });
    case 'protection-record':
      return tabled([], {
        headings: ['Protection', 'Confirmed', 'Prevented', 'False alarm', 'No action', 'Open'],
        rows: data.protections.map((one) => [
          `${one.assetName}: ${one.protectionName}`,
          ...[one.confirmed, one.prevented, one.falseAlarm, one.noAction, one.open].map(count),
        ]),
      });
    case 'advisories':
      return tabled(
        [
          ...data.states.map(({ state, count: number }) => `${state}: ${count(number)}`),
          `overdue: ${count(data.overdue)}`,
        ],
        {
          headings: ['Advisory', 'Twin', 'State', 'Level', 'Target date'],
          rows: data.waiting.map(({ name, assetName, state, level, targetDate, overdue }) => [
            name,
            assetName,
            overdue ? `${state}, overdue` : state,
            orDash(level),
            targetDate === null ? '–' : timeText(targetDate, style.timeZone),
          ]),
        },
      );
    case 'excursions':
      return tabled([`${count(data.total)} began in the range`], {
        headings: ['Twin', 'Threshold', 'Level', 'Start', 'End'],
        rows: data.excursions.map(({ assetName, protectionName, thresholdName, level, start, end }) => [
          assetName,
          `${protectionName}: ${thresholdName}`,
          orDash(level),
          timeText(start, style.timeZone),
          end === null ? 'open' : timeText(end, style.timeZone),
        ]),
      });
    case 'silent-twins':
      return tabled([`${count(data.total)} twins without data`], {
        headings: ['Twin', 'Last level', 'Silent since'],
        rows: data.twins.map(({ assetName, level, silentSince }) => [
          assetName,
          orDash(level),
          timeText(silentSince, style.timeZone),
        ]),
      });
    case 'levels':
      return levelsPart(data);
    case 'alarm-performance':
      return alarmPart(data, card.kind === 'alarm-performance' ? card.part : 'targets', style);
  }
}

const orDash = (level: number | null): string => (level === null ? '–' : String(level));

/** Returns lines above the first rows of a table. Omits the table if it is empty. */
const tabled = (lines: readonly string[], { headings, rows }: SummaryTable): SectionPart => ({
  lines: rows.length === 0 && lines.length === 0 ? ['None.'] : lines,
  ...(rows.length === 0 ? {} : { table: { headings, rows: rows.slice(0, mostRows) } }),
  pictures: [],
});

function numberPart(
  { caption, format, unit, value, previous, spark }: DataByKind<'number'>,
  style: TextStyle,
): SectionPart {
  const text = (number: number) =>
    format === 'money' ? money(number, style.currencySymbol) : measured(number, unit);
  const shown = value === null ? 'no value' : text(value);
  const picture: PictureDraft[] =
    spark === null || spark.times.length < 2
      ? []
      : [
          {
            name: 'course',
            kind: 'lines',
            description: `${caption} over the range: ${shown} at its end`,
            categories: spark.times.map((time) => timeText(time, style.timeZone)),
            series: [{ name: caption, color: strong, values: spark.values }],
            limit: null,
            prefix: format === 'money' ? style.currencySymbol : '',
          },
        ];
  return {
    lines: [shown, ...(previous === null ? [] : [`${text(previous)} before`])],
    pictures: picture,
  };
}

function trendPart({ tag, series, excursions }: DataByKind<'trend'>, style: TextStyle): SectionPart {
  const { points, buckets } = series;
  const times = buckets?.times ?? points?.times ?? [];
  const values = buckets?.mean ?? points?.values ?? [];
  const known = values.filter((value) => value !== null);
  const lows = (buckets?.min ?? values).filter((value) => value !== null);
  const highs = (buckets?.max ?? values).filter((value) => value !== null);
  if (known.length === 0) return { lines: ['No points in the range.'], pictures: [] };
  const text = (value: number) => measured(value, tag.unit);
  const last = (buckets?.last ?? values).findLast((value) => value !== null) ?? known.at(-1)!;
  const least = lows.reduce((one, other) => Math.min(one, other));
  const most = highs.reduce((one, other) => Math.max(one, other));
  const began = excursions.reduce((sum, { spans }) => sum + spans.length, 0);
  const name = tag.caption || tag.name;
  return {
    lines: [
      `${name}: ${text(last)} at last, ${text(least)} to ${text(most)} in the range`,
      ...(began === 0 ? [] : [`Excursions in the range: ${count(began)}`]),
    ],
    pictures: [
      {
        name: 'trend',
        kind: 'lines',
        description: `${name} over the range: ${text(least)} to ${text(most)}, ${text(last)} at last`,
        categories: times.map((time) => timeText(time, style.timeZone)),
        series: [{ name, color: strong, values }],
        limit: null,
        prefix: '',
      },
    ],
  };
}

function mapPart({ map, levels }: DataByKind<'twin-map'>, { currencySymbol }: TextStyle): SectionPart {
  const levelsById = new Map(
    levels.id.flatMap((id, place) => (levels.isCurrent[place] ? [[id, levels.level[place]!]] : [])),
  );
  const twins = map.id.map((id, place) => ({
    name: map.name[place]!,
    level: levelsById.get(id) ?? null,
    risk: map.risk[place]!,
  }));
  const raised = twins.filter(({ level }) => level !== null && level > 0);
  const risk = twins.reduce((sum, twin) => sum + (twin.risk ?? 0), 0);
  const first = raised.toSorted(
    (one, other) => other.level! - one.level! || (other.risk ?? 0) - (one.risk ?? 0),
  );
  return tabled(
    [
      `${count(twins.length)} twins, ${count(raised.length)} of them above level 0`,
      `Risk of all: ${money(risk, currencySymbol)}`,
    ],
    {
      headings: ['Twin', 'Level', 'Risk'],
      rows: first.map(({ name, level, risk: own }) => [
        name,
        String(level),
        own === null ? '–' : money(own, currencySymbol),
      ]),
    },
  );
}

function matrixPart(
  { analysis, portfolio }: DataByKind<'risk-matrix'>,
  { currencySymbol }: TextStyle,
): SectionPart {
  if (!analysis || !portfolio) return { lines: ['There is no risk analysis.'], pictures: [] };
  const { bands, matrix, total } = portfolio;
  const consequence = bandNames(bands.consequence, (bound) => money(bound, currencySymbol));
  const probability = bandNames(bands.probability, (bound) => `${bound} %`);
  const assets = (row: number, column: number) =>
    matrix.find((field) => field.probability === row && field.consequence === column)?.assets ?? 0;
  return tabled(
    [`${analysis.name}: ${money(total.risk, currencySymbol)} of ${count(total.withRisk)} assets`],
    {
      headings: ['Probability / cost', ...consequence],
      rows: probability
        .map((name, row) => [name, ...consequence.map((_, column) => count(assets(row, column)))])
        .toReversed(),
    },
  );
}

/** Returns the names of the bands between bounds: below the first, between neighbors, and from the last. */
const bandNames = (bounds: readonly number[], text: (bound: number) => string): string[] => [
  `below ${text(bounds[0]!)}`,
  ...bounds.map((bound, place) => {
    const next = bounds[place + 1];
    return next === undefined ? `${text(bound)} and more` : `${text(bound)} to ${text(next)}`;
  }),
];

function levelsPart({ levels }: DataByKind<'levels'>): SectionPart {
  const names = levels.buckets.map(({ from, to }) => (from === to ? String(from) : `${from} to ${to}`));
  const counts = levels.buckets.map((bucket) => bucket.count);
  return {
    lines: [
      ...names.map((name, place) => `Level ${name}: ${count(counts[place]!)}`),
      `Without data: ${count(levels.silent)}`,
    ],
    pictures: [
      {
        name: 'levels',
        kind: 'bars',
        description: `Twins by level: ${names.map((name, place) => `${name} ${count(counts[place]!)}`).join('; ')}`,
        categories: names,
        series: [{ name: 'Twins', color: strong, values: counts }],
        limit: null,
        prefix: '',
      },
    ],
  };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function alarmPart(
  { report }: DataByKind<'alarm-performance'>,
  part: 'figures' | 'rate' | 'targets' | 'priorities' | 'worst',
  { timeZone }: TextStyle,
): SectionPart {
  if (part === 'rate') {
    const picture = ratePicture(report, timeZone);
    return { lines: [`${count(report.total.alarms)} alarms`], pictures: picture === null ? [] : [picture] };
  }
  if (part === 'priorities') {
    return tabled([], {
      headings: ['Priority', 'Alarms', 'Share', 'Wanted'],
      rows: report.priorities.map(({ priority, alarms, share }) => [
        capital(priority),
        count(alarms),
        `${decimal(share, 1)} %`,
        `${report.targets[priority]} %`,
      ]),
    });
  }
  if (part === 'worst') {
    return tabled([], {
      headings: ['Threshold', 'Level', 'Alarms', 'Share'],
      rows: report.worst.map(({ assetName, protectionName, thresholdName, level, alarms, share }) => [
        `${assetName}, ${protectionName}: ${thresholdName}`,
        String(level),
        count(alarms),
        `${decimal(share, 1)} %`,
      ]),
    });
  }
  return tabled([`${count(report.total.alarms)} alarms`], {
    headings: ['Figure', 'Value', 'At most', 'Met'],
    rows: alarmFigures(report).map((figure) => [
      figure.caption,
      formatFigure(figure, figure.value),
      formatFigure(figure, figure.target),
      figure.meets ? 'yes' : 'no',
    ]),
  });
}
