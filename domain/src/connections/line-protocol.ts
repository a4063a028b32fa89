/**
 * Line protocol of InfluxDB, as Telegraf and InfluxDB's clients send it: `measurement,tag=value field=1,other=2i time`.
 * https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/
 */

/** The unit of the times of lines. */
export type Precision = 'ns' | 'us' | 'ms' | 's';

/** A value of a field, with the name of its source. */
interface LinePoint {
  /**
   * `measurement.field,tag=value`, with tags sorted by name. Escapes of `,` and `=` in tags are kept. Different series
   * get the same name only if their names differ in the position of a dot.
   */
  source: string;
  /** Epoch milliseconds. */
  time: number;
  value: number;
  /** Uncertain: an integer that a double can't hold. */
  quality: 'good' | 'uncertain';
}

interface LineProblem {
  /** From 1. */
  line: number;
  message: string;
}

export interface ParsedLines {
  /** The points of lines without a problem. Text values are skipped. */
  points: LinePoint[];
  /** The first problems. */
  problems: LineProblem[];
  problemCount: number;
  /** Whether reading stopped at the maximum number of points. */
  isCut: boolean;
}

export interface LineOptions {
  precision: Precision;
  /** The time of lines without one, in epoch milliseconds. */
  now: number;
  /** Longest name of a source, in characters. */
  maximumSource: number;
  maximumPoints: number;
}

/** Maximum number of returned problems. */
const keptProblems = 10;

export function parseLines(text: string, options: LineOptions): ParsedLines {
  return new LineReader(text, options).read();
}

const [newline, carriageReturn, space] = [10, 13, 32];
const [quote, hash, plus, comma, minus, dot] = [34, 35, 43, 44, 45, 46];
const [zero, nine, equals, letterE, backslash] = [48, 57, 61, 69, 92];
const [smallE, smallI, smallU] = [101, 105, 117];

/** Number of trailing digits of a time below a millisecond. */
const finerDigits: Record<Precision, number> = { ns: 6, us: 3, ms: 0, s: 0 };
/** 2100-12-31T23:59:59.999Z. */
const latestTime = 4_133_980_799_999;

const booleans = new Map<string, number>([
  ...['t', 'T', 'true', 'True', 'TRUE'].map((word) => [word, 1] as const),
  ...['f', 'F', 'false', 'False', 'FALSE'].map((word) => [word, 0] as const),
]);

const smallestInteger = -(2n ** 63n);
const largestInteger = 2n ** 63n - 1n;
const largestUnsigned = 2n ** 64n - 1n;
/** Integers with up to this many digits are exact as doubles. */
const exactDigits = 15;

/** Measurement and tags, which many lines share. */
interface Series {
  measurement: string;
  /** `,tag=value` of each; empty without any. */
  tags: string;
  /** The source of each field, by its name as written, or the problem of the name. */
  sources: Map<string, string | Problem>;
}

interface Problem {
  problem: string;
}

const noValue = 'A tag or field has no value: write name=value.';
const longSource = (maximum: number) =>
  `The name of a source, measurement.field with its tags, is longer than ${maximum} characters.`;

class LineReader {
  private readonly text: string;
  private readonly options: LineOptions;
  private readonly series = new Map<string, Series | Problem>();
  private readonly points: LinePoint[] = [];
  private at = 0;
  private line = 1;
  /** Whether the last integer is exact as a double. */
  private isExact = true;

  constructor(text: string, options: LineOptions) {
    this.text = text;
    this.options = options;
  }

  read(): ParsedLines {
    const { text, points } = this;
    const problems: LineProblem[] = [];
    let problemCount = 0;
    while (this.at < text.length && points.length <= this.options.maximumPoints) {
      const { line } = this;
      const before = points.length;
      const problem = this.readLine();
      if (problem !== null) {
        points.length = before;
        problemCount++;
        if (problems.length < keptProblems) problems.push({ line, message: problem });
      }
      this.skipLine();
    }
    return { points, problems, problemCount, isCut: points.length > this.options.maximumPoints };
  }

  /** Reads a line. @returns its problem, or null */
  private readLine(): string | null {
    this.skipBlanks();
    if (this.isAtEnd() || this.text.charCodeAt(this.at) === hash) return null;
    const series = this.readSeries();
    if ('problem' in series) return series.problem;
    this.skipBlanks();
    if (this.isAtEnd()) return 'The line has no field: write measurement field=value.';
    const first = this.points.length;
    for (;;) {
      const problem = this.readField(series);
      if (problem !== null || this.points.length > this.options.maximumPoints) return problem;
      if (this.text.charCodeAt(this.at) !== comma) break;
      this.at++;
    }
    return this.readTime(first);
  }

  private readSeries(): Series | Problem {
    const start = this.at;
    this.skipName(false);
    const written = this.text.slice(start, this.at);
    let series = this.series.get(written);
    if (series === undefined) {
      series = toSeries(written);
      this.series.set(written, series);
    }
    return series;
  }

  /** Reads a field and adds its point, without the time. */
  private readField(series: Series): string | null {
    const { text } = this;
    const start = this.at;
    this.skipName(true);
    if (text.charCodeAt(this.at) !== equals) return noValue;
    const name = text.slice(start, this.at);
    this.at++;
    if (text.charCodeAt(this.at) === quote) return this.skipText();
    const value = this.readValue();
    if (value === null) return `The value of ${name} is not a number, boolean or text in double quotes.`;
    let source = series.sources.get(name);
    if (source === undefined) {
      source = toSource(series, name, this.options.maximumSource);
      series.sources.set(name, source);
    }
    if (typeof source === 'object') return source.problem;
    this.points.push({ source, time: 0, value, quality: this.isExact ? 'good' : 'uncertain' });
    return null;
  }

  private readValue(): number | null {
    const { text } = this;
    const start = this.at;
    for (; !this.isAtEnd(); this.at++) {
      const code = text.charCodeAt(this.at);
      if (code === comma || code === space) break;
    }
    const end = this.at;
    this.isExact = true;
    if (start === end) return null;
    const last = text.charCodeAt(end - 1);
    if (last === smallI || last === smallU) return this.readInteger(start, end - 1, last === smallU);
    const word = text.slice(start, end);
    for (let i = start; i < end; i++) {
      if (!isOfNumber(text.charCodeAt(i))) return booleans.get(word) ?? null;
    }
    const value = Number(word);
    return Number.isFinite(value) ? value : null;
  }

  private readInteger(start: number, end: number, isUnsigned: boolean): number | null {
    const { text } = this;
    const isNegative = text.charCodeAt(start) === minus;
    if (isNegative && isUnsigned) return null;
    const first = isNegative ? start + 1 : start;
    if (first === end) return null;
    let value = 0;
    for (let i = first; i < end; i++) {
      const code = text.charCodeAt(i);
      if (code < zero || code > nine) return null;
      value = value * 10 + (code - zero);
    }
    if (end - first <= exactDigits) return isNegative ? -value : value;
    const whole = BigInt(text.slice(start, end));
    if (whole < (isUnsigned ? 0n : smallestInteger)) return null;
    if (whole > (isUnsigned ? largestUnsigned : largestInteger)) return null;
    this.isExact = Number.isSafeInteger(Number(whole));
    return Number(whole);
  }

  /** Skips a text value, which may contain line breaks. */
  private skipText(): string | null {
    const { text } = this;
    const start = this.at;
    let line = this.line;
    for (let i = start + 1; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === backslash) i++;
      else if (code === newline) line++;
      else if (code === quote) {
        this.at = i + 1;
        this.line = line;
        return this.isAtEnd() || [comma, space].includes(text.charCodeAt(this.at))
          ? null
          : 'After the closing quote of a text there is no comma, space or line break.';
      }
    }
    return 'A text has no closing quote.';
  }

  /** Reads the time of the line and sets it on its points. */
  private readTime(first: number): string | null {
    this.skipBlanks();
    let time = this.options.now;
    if (!this.isAtEnd()) {
      const start = this.at;
      while (!this.isAtEnd() && this.text.charCodeAt(this.at) !== space) this.at++;
      const read = this.toTime(start, this.at);
      if (typeof read === 'string') return read;
      time = read;
      this.skipBlanks();
      if (!this.isAtEnd()) return 'Unexpected text after the time.';
    }
    for (let i = first; i < this.points.length; i++) this.points[i]!.time = time;
    return null;
  }

  private toTime(start: number, end: number): number | string {
    const { text } = this;
    const { precision } = this.options;
    const isNegative = text.charCodeAt(start) === minus;
    const kept = end - finerDigits[precision];
    let time = 0;
    for (let i = isNegative ? start + 1 : start; i < end; i++) {
      const code = text.charCodeAt(i);
      if (code < zero || code > nine) return 'The time is not a whole number.';
      if (i < kept) time = time * 10 + (code - zero);
    }
    if (precision === 's') time *= 1000;
    if (isNegative || time > latestTime)
      return `The time is not from 1970 to 2100 in ${precision}: check the precision.`;
    return time;
  }

  /** Skips a name with backslash escapes. The name of a field also ends at an equals sign or comma. */
  private skipName(isField: boolean): void {
    const { text } = this;
    for (; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code === newline || code === space) return;
      if (isField && (code === equals || code === comma)) return;
      if (code === backslash && text.charCodeAt(this.at + 1) !== newline) this.at++;
    }
  }

  private skipBlanks(): void {
    while (this.text.charCodeAt(this.at) === space) this.at++;
  }

  /** Whether the line ends here, with or without a carriage return. */
  private isAtEnd(): boolean {
    if (this.at >= this.text.length) return true;
    const code = this.text.charCodeAt(this.at);
    if (code === newline) return true;
    if (code !== carriageReturn) return false;
    return this.at + 1 === this.text.length || this.text.charCodeAt(this.at + 1) === newline;
  }

  private skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end === -1 ? this.text.length : end + 1;
    this.line++;
  }
}

/** Digits, signs, dot and exponent. */
const isOfNumber = (code: number): boolean =>
  (code >= zero && code <= nine) ||
  code === minus ||
  code === dot ||
  code === plus ||
  code === smallE ||
  code === letterE;

function toSeries(written: string): Series | Problem {
  const [measurement = '', ...parts] = splitAt(written, comma);
  if (measurement === '') return { problem: 'The line has no measurement.' };
  if (written.includes('\0')) return { problem: zeroCharacter };
  const tags = new Map<string, string>();
  for (const part of parts) {
    const [name = '', ...values] = splitAt(part, equals);
    const value = values.join('=');
    if (name === '' || value === '') return { problem: noValue };
    if (tags.has(unescaped(name))) return { problem: `The tag ${name} occurs twice.` };
    tags.set(unescaped(name), unescaped(value));
  }
  const sorted = [...tags].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    measurement: unescaped(measurement),
    tags: sorted.map(([name, value]) => `,${name}=${value}`).join(''),
    sources: new Map(),
  };
}

const zeroCharacter = 'A name contains the character of code zero.';

function toSource({ measurement, tags }: Series, field: string, maximum: number): string | Problem {
  if (field === '') return { problem: 'A field has no name.' };
  if (field.includes('\0')) return { problem: zeroCharacter };
  // Users enter the names of sources without white space at the ends.
  const source = `${measurement}.${unescaped(field)}${tags}`.trim();
  return source.length > maximum ? { problem: longSource(maximum) } : source;
}

/** Splits a text at the unescaped separators. */
function splitAt(text: string, separator: number): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === backslash) i++;
    else if (code === separator) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

const unescaped = (name: string): string =>
  name.includes('\\') ? name.replaceAll(/\\(.)/gs, (pair, next) => (next === ' ' ? ' ' : pair)) : name;
