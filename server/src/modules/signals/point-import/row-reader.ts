import { AppError } from '../../../platform/errors.ts';
import { Quality } from '../../../series/index.ts';
import { readQuality, readValue, type SourceRow, type TimeReader } from '../../system/file/service.ts';
import { type Layout, quoted, recognizeLayout } from './layout.ts';
import type { ParseOptions } from './parsed.ts';
import type { PointCollector } from './point-collector.ts';

/** Which columns hold a row's one point. */
interface PointColumns {
  time: number;
  value: number;
  quality: number | null;
}
type LongLayout = Layout & { form: 'long' };
type WideLayout = Layout & { form: 'wide' };

/** Why a row, or some of its cells, can't be stored; null: all is well. */
type Problem = string | null;

/** No tag's name is longer: what is need not be asked for, nor kept in memory. */
const longestName = 200;
/** Names of which it is known whether they are tags: a file may hold any number of others. */
const mostRemembered = 100_000;

function isName(text: string): boolean {
  return text !== '' && text.length <= longestName;
}

/** Understands a file's rows one after another, the heading first. */
export class RowReader {
  readonly #options: ParseOptions;
  readonly #readTime: TimeReader;
  readonly #known = new Map<string, boolean>();
  /** The last time of each tag; under null that of rows whose time is for several tags, or for the one. */
  readonly #previous = new Map<string | null, number>();
  #layout: Layout | undefined;

  constructor(options: ParseOptions, readTime: TimeReader) {
    this.#options = options;
    this.#readTime = readTime;
  }

  /** Adds the points of a row to the batch. A promise comes back where a tag has to be asked for first. */
  read(row: SourceRow, batch: PointCollector): Promise<void> | undefined {
    const layout = this.#layout;
    if (!layout) return this.#readHeading(row, batch);
    batch.count(row.line);
    if (row.problem) batch.refuse(row.line, row.problem);
    else if (layout.form === 'long') return this.#readLong(layout, row, batch);
    else if (layout.form === 'wide') this.#note(row, this.#readWide(layout, row, batch), batch);
    else this.#note(row, this.#readPoint(layout, null, row, batch), batch);
    return undefined;
  }

  #note(row: SourceRow, problem: Problem, batch: PointCollector): void {
    if (problem !== null) batch.refuse(row.line, problem);
  }

  async #readHeading(row: SourceRow, batch: PointCollector): Promise<void> {
    if (row.problem) throw new AppError('invalid-file', `Line ${row.line}: ${row.problem}`);
    const layout = recognizeLayout(row.cells, this.#options.singleTag);
    if (layout.form === 'wide') await this.#keepKnown(layout, row.line, batch);
    this.#layout = layout;
  }

  /** Leaves the columns out that no tag is named as, and says so. */
  async #keepKnown(layout: WideLayout, line: number, batch: PointCollector): Promise<void> {
    const unknown: string[] = [];
    for (const { name } of layout.tags) if (!(await this.#knows(name))) unknown.push(name);
    if (unknown.length === 0) return;
    const list = quoted(unknown);
    if (unknown.length === layout.tags.length)
      throw new AppError(
        'invalid-file',
        `No column is named after a tag. Please name them so, or add a column 'tag'. The columns found are ${list}.`,
      );
    const leftOut = new Set(unknown);
    layout.tags = layout.tags.filter(({ name }) => !leftOut.has(name));
    batch.refuse(
      line,
      unknown.length === 1
        ? `There is no tag named ${list}: the column is left out.`
        : `There are no tags named ${list}: the columns are left out.`,
    );
  }

  #readLong(layout: LongLayout, row: SourceRow, batch: PointCollector): Promise<void> | undefined {
    const tag = row.cells[layout.tag] ?? '';
    const known = isName(tag) ? this.#known.get(tag) : false;
    if (known === undefined) return this.#askFor(tag).then(() => this.#readLong(layout, row, batch));
    if (known) this.#note(row, this.#readPoint(layout, tag, row, batch), batch);
    else if (tag === '') batch.refuse(row.line, 'The tag is missing. Please give its name.');
    else batch.refuse(row.line, `There is no tag named ${quoted([tag])}.`);
    return undefined;
  }

  async #askFor(tag: string): Promise<void> {
    if (this.#known.size >= mostRemembered) this.#known.clear();
    this.#known.set(tag, await this.#knows(tag));
  }

  async #knows(name: string): Promise<boolean> {
    return isName(name) && this.#options.knowsTag(name);
  }

  #readPoint(
    columns: PointColumns,
    tag: string | null,
    { cells }: SourceRow,
    batch: PointCollector,
  ): Problem {
    const time = this.#readTime(cells[columns.time] ?? '', this.#previous.get(tag));
    if (typeof time === 'string') return time;
    this.#previous.set(tag, time);
    const quality = qualityOf(columns.quality, cells);
    if (typeof quality === 'string') return quality;
    const text = cells[columns.value] ?? '';
    if (text === '' && quality !== Quality.bad)
      return 'The value is missing. Please give a number; only a bad point may have none.';
    const value = text === '' ? Number.NaN : readValue(text);
    if (typeof value === 'string') return value;
    batch.add(tag, time, value, quality);
    return null;
  }

  /** An empty cell is no point. Of a row with bad cells the good ones are kept. */
  #readWide(layout: WideLayout, { cells }: SourceRow, batch: PointCollector): Problem {
    const time = this.#readTime(cells[layout.time] ?? '', this.#previous.get(null));
    if (typeof time === 'string') return time;
    this.#previous.set(null, time);
    const quality = qualityOf(layout.quality, cells);
    if (typeof quality === 'string') return quality;
    const problems: string[] = [];
    // In the order of their columns: a short row costs no more than its cells.
    for (const { column, name } of layout.tags) {
      if (column >= cells.length) break;
      const text = cells[column] ?? '';
      if (text === '') continue;
      const value = readValue(text);
      if (typeof value === 'string') problems.push(`Column '${name}': ${value}`);
      else batch.add(name, time, value, quality);
    }
    return problems.length > 0 ? problems.join(' ') : null;
  }
}

function qualityOf(column: number | null, cells: readonly string[]): number | string {
  return column === null ? Quality.good : readQuality(cells[column] ?? '');
}
