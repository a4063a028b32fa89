import { qualities } from '@twinward/contracts/signals/data-point';
import type { ZeroQuality } from '@twinward/contracts/signals/import';
import { type NumberStyle, plainNumbers, readNumber } from '@twinward/domain/file/number';
import {
  type PointLayout,
  type QualityColumn,
  quoted,
  recognizeColumns,
  type TimeColumns,
} from '@twinward/domain/file/point-columns';
import { isOpenCode, parseCode, readQuality } from '@twinward/domain/file/quality';
import { RepeatedHours } from '@twinward/domain/file/repeated-hours';
import { joinDateTime, type TimeReader } from '@twinward/domain/file/times';
import { AppError } from '../../../platform/errors.ts';
import { Quality } from '../../../series/index.ts';
import type { SourceRow } from '../../system/file/service.ts';
import type { ParseOptions } from './parsed.ts';
import type { PointCollector } from './point-collector.ts';
import { type Survey, valueColumns } from './survey.ts';

type LongLayout = PointLayout & { form: 'long' };
type WideLayout = PointLayout & { form: 'wide' };

/** Why a row, or some of its cells, cannot be stored; null if there is no problem. */
type Problem = string | null;

/** How the file of the rows is read. */
export interface RowSource {
  times: TimeReader;
  /** Column separator; null in a workbook. */
  readonly separator: string | null;
  /** Scans the whole file to resolve what single rows leave ambiguous. */
  survey(layout: PointLayout): Promise<Survey>;
}

/** Maximum length of a tag's name; longer names are not looked up or kept in memory. */
const longestName = 200;
/** Maximum number of cached names: a file may contain any number of them. */
const mostRemembered = 100_000;

function isName(text: string): boolean {
  return text !== '' && text.length <= longestName;
}

/** Interprets a file's rows in order, starting with the heading. */
export class RowReader {
  readonly #options: ParseOptions;
  readonly #source: RowSource;
  readonly #known = new Map<string, boolean>();
  /** Repeated hours by tag. Rows whose time applies to several tags, or to the only tag, have the key null. */
  hours = new RepeatedHours(1);
  #layout: PointLayout | undefined;
  #heading: readonly string[] = [];
  #valueColumns: readonly number[] = [];
  /** Undefined until an ambiguous number is found. */
  #style: NumberStyle | undefined;
  #isSurveyed = false;
  #zero: ZeroQuality | undefined;

  constructor(options: ParseOptions, source: RowSource) {
    this.#options = options;
    this.#source = source;
    if (options.decimalSign !== undefined) this.#style = { decimalSign: options.decimalSign, groups: true };
  }

  /** Looks up the tags that rows name. Must be called before the rows are read. */
  async findTags(rows: readonly SourceRow[]): Promise<void> {
    if (this.#layout?.form !== 'long') return;
    const { tag } = this.#layout;
    const names = new Set<string>();
    for (const { cells } of rows) {
      const name = cells[tag] ?? '';
      if (!this.#known.has(name) && isName(name)) names.add(name);
    }
    if (names.size === 0) return;
    if (this.#known.size + names.size > mostRemembered) {
      this.#known.clear();
      return this.#remember(new Set(rows.map(({ cells }) => cells[tag] ?? '').filter(isName)));
    }
    return this.#remember(names);
  }

  async #remember(names: ReadonlySet<string>): Promise<void> {
    const found = await this.#options.findTags([...names]);
    for (const name of names) this.#known.set(name, found.has(name));
  }

  /** Adds the points of a row to the batch. Returns a promise only if the whole file must be read first. */
  read(row: SourceRow, batch: PointCollector): Promise<void> | undefined {
    const layout = this.#layout;
    if (!layout) return this.#readHeading(row, batch);
    if (!this.#isSurveyed && this.#isOpen(layout, row)) {
      return this.#askFile(layout).then(() => this.#readData(layout, row, batch));
    }
    this.#readData(layout, row, batch);
    return undefined;
  }

  /** Returns the wall-clock time of a row; null if it is invalid. */
  toLocal({ cells }: SourceRow): number | null {
    return this.#layout ? this.#source.times.readWallClock(timeText(this.#layout.time, cells)) : null;
  }

  #readData(layout: PointLayout, row: SourceRow, batch: PointCollector): void {
    batch.count(row.line);
    if (row.problem) batch.refuse(row.line, row.problem);
    else if (layout.form === 'long') this.#readLong(layout, row, batch);
    else if (layout.form === 'wide') this.#refuse(row, this.#readWide(layout, row, batch), batch);
    else this.#refuse(row, this.#readPoint(layout, layout.value, null, row, batch), batch);
  }

  #refuse(row: SourceRow, problem: Problem, batch: PointCollector): void {
    if (problem !== null) batch.refuse(row.line, problem);
  }

  async #readHeading(row: SourceRow, batch: PointCollector): Promise<void> {
    if (row.problem) throw new AppError('invalid-file', `Line ${row.line}: ${row.problem}`);
    const { singleTag, columns } = this.#options;
    const layout = recognizeColumns(row.cells, singleTag, columns);
    if (typeof layout === 'string') throw new AppError('invalid-file', layout);
    if (layout.form === 'wide') {
      layout.tags = layout.tags.filter(({ name }) => !this.#options.skipped?.has(name));
      await this.#removeUnknown(layout, row.line, batch);
    }
    this.#layout = layout;
    this.#heading = row.cells;
    this.#valueColumns = valueColumns(layout);
  }

  /** Removes the columns that match no tag, and reports them. */
  async #removeUnknown(layout: WideLayout, line: number, batch: PointCollector): Promise<void> {
    const found = await this.#options.findTags(layout.tags.map(({ name }) => name).filter(isName));
    const unknown = layout.tags.map(({ name }) => name).filter((name) => !found.has(name));
    if (layout.tags.length === 0)
      throw new AppError('invalid-file', 'All columns of values are left out. Please choose a tag for one.');
    if (unknown.length === 0) return;
    const list = quoted(unknown);
    if (unknown.length === layout.tags.length)
      throw new AppError(
        'invalid-file',
        `${unknown.length === 1 ? 'One column matches' : `${unknown.length} columns match`} no tag: ${list}. Please choose or create a tag for each, or add a column 'tag'.`,
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

  /** Returns whether the row has a number or quality that can only be interpreted with the whole file. */
  #isOpen({ quality }: PointLayout, { cells, numeric }: SourceRow): boolean {
    if (this.#style === undefined) {
      for (const column of this.#valueColumns) {
        if (column >= cells.length) break;
        const text = cells[column]!;
        const isSigned = text.includes(',') || (this.#source.separator === ';' && text.includes('.'));
        if (isSigned && !numeric?.has(column)) return true;
      }
    }
    if (quality === null) return false;
    const code = parseCode(cells[quality.column] ?? '');
    return code !== null && isOpenCode(code);
  }

  async #askFile(layout: PointLayout): Promise<void> {
    const { style, openCodes } = await this.#source.survey(layout);
    this.#isSurveyed = true;
    this.#style = style;
    if (openCodes === null || layout.quality === null) return;
    this.#zero = this.#options.zeroQuality;
    if (this.#zero !== undefined) return;
    const codes = openCodes.length === 1 ? `code ${openCodes[0]}` : `codes ${openCodes.join(' and ')}`;
    throw new AppError(
      'invalid-file',
      `The column ${quoted([this.#heading[layout.quality.column]!])} holds only the quality ${codes}. Please choose whether 0 means good or bad.`,
    );
  }

  #readLong(layout: LongLayout, row: SourceRow, batch: PointCollector): void {
    const tag = row.cells[layout.tag] ?? '';
    if (this.#known.get(tag))
      this.#refuse(row, this.#readPoint(layout, layout.value, tag, row, batch), batch);
    else if (this.#options.skipped?.has(tag)) return;
    else if (tag === '') batch.refuse(row.line, 'The tag is missing. Please give its name.');
    else batch.refuse(row.line, `There is no tag named ${quoted([tag])}.`);
  }

  #readPoint(
    { time: timeColumns, quality: qualityColumn }: PointLayout,
    valueColumn: number,
    tag: string | null,
    row: SourceRow,
    batch: PointCollector,
  ): Problem {
    const time = this.#source.times.read(timeText(timeColumns, row.cells), this.hours, tag);
    if (typeof time === 'string') return time;
    const quality = this.#readQuality(qualityColumn, row.cells);
    if (typeof quality === 'string') return quality;
    if ((row.cells[valueColumn] ?? '') === '' && quality !== Quality.bad)
      return 'The value is missing. Please give a number; only a bad point may have none.';
    const value = this.#readValue(row, valueColumn);
    if (typeof value === 'string') return value;
    batch.add(tag, time, value, quality);
    return null;
  }

  /**
   * Adds the points of a row with a column per tag. An empty cell is not a point. Valid cells are kept if others are
   * invalid.
   */
  #readWide(layout: WideLayout, row: SourceRow, batch: PointCollector): Problem {
    const { cells } = row;
    const time = this.#source.times.read(timeText(layout.time, cells), this.hours);
    if (typeof time === 'string') return time;
    const quality = this.#readQuality(layout.quality, cells);
    if (typeof quality === 'string') return quality;
    const problems: string[] = [];
    // In column order, so that a short row costs no more than its cells.
    for (const { column, name } of layout.tags) {
      if (column >= cells.length) break;
      if (cells[column] === '') continue;
      const value = this.#readValue(row, column);
      if (typeof value === 'string') problems.push(`Column '${name}': ${value}`);
      else batch.add(name, time, value, quality);
    }
    return problems.length > 0 ? problems.join(' ') : null;
  }

  /** Returns the number in a cell, NaN if it is empty, or an error message. */
  #readValue({ cells, numeric }: SourceRow, column: number): number | string {
    const text = cells[column] ?? '';
    if (text === '') return Number.NaN;
    const style = numeric?.has(column) ? plainNumbers : (this.#style ?? plainNumbers);
    return readNumber(text, style);
  }

  #readQuality(column: QualityColumn | null, cells: readonly string[]): number | string {
    if (column === null) return Quality.good;
    const text = cells[column.column] ?? '';
    const quality = readQuality(text, column.codes, this.#zero);
    if (quality !== null) return qualities.indexOf(quality);
    const codes = column.codes === 'opc-da' ? 'OPC DA' : 'OPC UA';
    return `The quality '${text}' is not known. Please give good, uncertain or bad, or a code of ${codes}, or leave it empty.`;
  }
}

function timeText({ time, date }: TimeColumns, cells: readonly string[]): string {
  const text = cells[time] ?? '';
  return date === null ? text : joinDateTime(cells[date] ?? '', text);
}
