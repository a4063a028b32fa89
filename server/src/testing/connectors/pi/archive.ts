/** What a PI Data Archive of the tests holds. */

export interface Recorded {
  /** Epoch milliseconds. */
  time: number;
  value: unknown;
  good: boolean;
  questionable: boolean;
  substituted: boolean;
}

export interface ArchivedPoint {
  webId: string;
  id: number;
  name: string;
  path: string;
  descriptor: string;
  type: string;
  unit: string;
  /** In order of time; of several of one millisecond, in the order in which they came. */
  values: Recorded[];
  /** What the server says instead of its values; null: it gives them. */
  problem: string | null;
}

export interface PointOptions {
  descriptor?: string;
  type?: string;
  unit?: string;
}

export class PiArchive {
  readonly name: string;
  readonly webId: string;
  readonly points: ArchivedPoint[] = [];
  readonly #byPath = new Map<string, ArchivedPoint>();
  readonly #byWebId = new Map<string, ArchivedPoint>();

  constructor(name: string) {
    this.name = name;
    this.webId = toWebId('DS', name);
  }

  add(name: string, { descriptor = '', type = 'Float64', unit = '' }: PointOptions = {}): ArchivedPoint {
    const path = `\\\\${this.name}\\${name}`;
    const id = this.points.length + 1;
    const point: ArchivedPoint = {
      webId: toWebId('DP', path),
      id,
      name,
      path,
      descriptor,
      type,
      unit,
      values: [],
      problem: null,
    };
    this.points.push(point);
    this.#byPath.set(path.toUpperCase(), point);
    this.#byWebId.set(point.webId, point);
    return point;
  }

  find(webId: string): ArchivedPoint | undefined {
    return this.#byWebId.get(webId);
  }

  findByPath(path: string): ArchivedPoint | undefined {
    return this.#byPath.get(path.toUpperCase());
  }

  /** Points whose name fits a filter with `*`, in order. */
  search(filter: string): ArchivedPoint[] {
    const words = filter.split('*').map((text) => text.replace(/[.\\+?^${}()|[\]]/g, '\\$&'));
    const pattern = new RegExp(`^${words.join('.*')}$`, 'i');
    return this.points.filter(({ name }) => pattern.test(name));
  }
}

/** Of the kind that names the whole path, as they are the longest. */
const toWebId = (kind: string, path: string): string =>
  `F1${kind}${Buffer.from(`0123456789abcdef${path.toUpperCase()}`).toString('base64url')}`;

/** Index of the first value that is not before a time. */
export function firstFrom(values: readonly Recorded[], time: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]!.time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Puts a value in its place. */
export function insert(values: Recorded[], value: Recorded): void {
  const last = values.at(-1);
  if (!last || last.time <= value.time) values.push(value);
  else values.splice(firstFrom(values, value.time + 1), 0, value);
}

/** As PI Web API writes a value, with seven digits of the second. */
export const written = ({ time, value, good, questionable, substituted }: Recorded) => ({
  Timestamp: new Date(time).toISOString().replace('Z', '0000Z'),
  UnitsAbbreviation: '',
  Good: good,
  Questionable: questionable,
  Substituted: substituted,
  Annotated: false,
  Value: value,
});
