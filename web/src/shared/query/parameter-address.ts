import type {
  ParameterValue,
  ParameterValues,
  QueryParameter,
} from '@twinward/contracts/questions/query-definition';

/** Values of query parameters in the URL: `?p.site=12&p.from=now-30d`. Several values repeat the name. */

const toParameterName = ({ name }: Pick<QueryParameter, 'name'>): string => `p.${name}`;

function valueIn(text: string, kind: QueryParameter['kind']): string | number | boolean | null {
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : null;
  if (kind !== 'number' && kind !== 'reference') return text;
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? null : number;
}

/** Reads the values from the URL. A missing parameter has its default. */
export function readParameters(
  parameters: readonly QueryParameter[],
  address: URLSearchParams,
): ParameterValues {
  const values: ParameterValues = {};
  for (const parameter of parameters) {
    const texts = address.getAll(toParameterName(parameter));
    if (texts.length === 0) continue;
    const known = texts
      .filter((text) => text !== '')
      .flatMap((text) => valueIn(text, parameter.kind) ?? [])
      .slice(0, 1000);
    values[parameter.name] = parameter.many ? (known.length === 0 ? null : known) : (known[0] ?? null);
  }
  return values;
}

/** The path of a query with parameter values. */
export function withParameters(path: string, values: ParameterValues): string {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) appendValue(address, toParameterName({ name }), value);
  return address.size === 0 ? path : `${path}?${address}`;
}

/** Returns the URL parameters with a value set. An empty text means no value; the default is omitted. */
export function writeParameter(
  address: URLSearchParams,
  parameter: QueryParameter,
  value: ParameterValue,
): URLSearchParams {
  const next = new URLSearchParams(address);
  const name = toParameterName(parameter);
  next.delete(name);
  if (JSON.stringify(value) === JSON.stringify(parameter.default)) return next;
  appendValue(next, name, value);
  return next;
}

function appendValue(address: URLSearchParams, name: string, value: ParameterValue): void {
  const values = Array.isArray(value) ? value : value === null ? [''] : [value];
  for (const one of values.length === 0 ? [''] : values) address.append(name, String(one));
}
