import { randomBytes } from 'node:crypto';
import { HttpPeer, type PeerAnswer, type PeerRequest } from '../testing/http-peer.ts';

/**
 * An in-memory Maximo, modelled on its published JSON API: object structures with select, where, order and pages, times
 * in the zone of the server, and creation of service requests.
 */

type Value = string | number | boolean | null;
/** Times are epoch milliseconds. */
export type Row = Record<string, Value>;

interface Structure {
  object: string;
  attributes: readonly string[];
  rows: Row[];
}

const times = new Set([
  ...['changedate', 'statusdate', 'reportdate', 'schedstart', 'targstartdate', 'actstart', 'actfinish'],
  ...['targetstart', 'actualstart', 'actualfinish', 'installdate'],
]);

const common = ['siteid', 'orgid', 'assetnum', 'location', 'description', 'status', 'changedate'];

/** What one user sends has to be one of these sites and assets. */
export class MaximoPeer extends HttpPeer {
  readonly user = 'maxadmin';
  readonly password = 'max admin';
  readonly apikey: string = 'k7s2v9q1apikey';
  /** Minutes by which its local times differ from UTC. */
  offsetMinutes = -180;
  /** Whether it repeats the last row of a page on the next one. */
  repeatsRows = false;
  /** Whether addresses of pages have expired. */
  expiresPages = false;
  /** Number of the next service request. */
  nextTicket = 1001;
  readonly structures: Readonly<Record<string, Structure>> = {
    mxapiwodetail: {
      object: 'WORKORDER',
      attributes: [
        ...common,
        ...['workorderid', 'wonum', 'worktype', 'wopriority', 'historyflag', 'istask', 'lead', 'failurecode'],
        ...[
          'problemcode',
          'origrecordid',
          'actlabhrs',
          'reportdate',
          'schedstart',
          'targstartdate',
          'actstart',
        ],
        ...['actfinish', 'statusdate', 'description_longdescription'],
      ],
      rows: [],
    },
    mxapisr: {
      object: 'SR',
      attributes: [
        ...common,
        ...['ticketuid', 'ticketid', 'class', 'assetsiteid', 'reportedpriority', 'reportedby', 'reportdate'],
        ...[
          'targetstart',
          'actualstart',
          'actualfinish',
          'statusdate',
          'description_longdescription',
          'externalrecid',
        ],
      ],
      rows: [],
    },
    mxapiasset: {
      object: 'ASSET',
      attributes: [
        ...common,
        ...['assetuid', 'parent', 'assettype', 'serialnum', 'manufacturer', 'priority', 'installdate'],
      ],
      rows: [],
    },
  };

  get orders(): Row[] {
    return this.structures.mxapiwodetail!.rows;
  }

  get serviceRequests(): Row[] {
    return this.structures.mxapisr!.rows;
  }

  get assets(): Row[] {
    return this.structures.mxapiasset!.rows;
  }

  change(row: Row, values: Row): void {
    Object.assign(row, values, { changedate: this.#second() });
  }

  protected override answer({ method, path, query, headers, body }: PeerRequest): PeerAnswer {
    const maxauth = Buffer.from(`${this.user}:${this.password}`).toString('base64');
    if (headers.apikey !== this.apikey && headers.maxauth !== maxauth)
      return failure(401, 'BMXAA0021E', 'User name and password combination are not valid.');
    const name = /^\/maximo\/api\/os\/(\w+)$/.exec(path)?.[1];
    const structure = name === undefined ? undefined : this.structures[name];
    if (!structure) return failure(404, 'BMXAA9301E', `The object structure ${name ?? path} was not found.`);
    if (query.get('lean') !== '1') return failure(400, 'BMXAA9300E', 'This peer speaks lean JSON only.');
    try {
      return method === 'POST'
        ? this.#create(name!, structure, JSON.parse(body) as Row, headers.properties)
        : this.#query(name!, structure, query);
    } catch (error) {
      return failure(400, 'BMXAA8742E', (error as Error).message);
    }
  }

  #query(name: string, structure: Structure, query: URLSearchParams): PeerAnswer {
    const page = Number(query.get('pageno') ?? 1);
    if (page > 1 && this.expiresPages) return failure(400, 'BMXAA9549E', 'The page is no longer available.');
    const size = Number(query.get('oslc.pageSize') ?? 1000);
    const matches = compileWhere(query.get('oslc.where') ?? '', structure);
    const found = structure.rows.filter(matches).sort(compileOrder(query.get('oslc.orderBy'), structure));
    const from = (page - 1) * size - (this.repeatsRows && page > 1 ? 1 : 0);
    const rows = found.slice(from, page * size);
    const more = new URLSearchParams(query);
    more.set('pageno', String(page + 1));
    const selected = query.get('oslc.select')?.split(',') ?? ['href'];
    const unknown = selected.find((one) => one !== 'href' && !structure.attributes.includes(one));
    if (unknown) throw new Error(`The attribute ${unknown} of ${structure.object} is not found.`);
    return {
      headers: { 'set-cookie': [`JSESSIONID=${randomBytes(8).toString('hex')}; Path=/; HttpOnly`] },
      body: {
        member: rows.map((row) => this.#shown(name, row, selected)),
        href: `${this.origin}/maximo/api/os/${name}`,
        responseInfo: {
          pagenum: page,
          ...(page * size < found.length && {
            nextPage: { href: `${this.origin}/maximo/api/os/${name}?${more}` },
          }),
        },
      },
    };
  }

  #create(name: string, structure: Structure, sent: Row, properties: string | undefined): PeerAnswer {
    if (structure.object !== 'SR')
      return failure(400, 'BMXAA1484E', 'This peer makes service requests only.');
    for (const attribute of Object.keys(sent)) {
      if (!structure.attributes.includes(attribute))
        return failure(400, 'BMXAA4162E', `Attribute ${attribute} of ${structure.object} is not found.`);
    }
    if (String(sent.description ?? '').length > 100)
      return failure(400, 'BMXAA4049E', 'The value of the attribute description is longer than 100.');
    const asset = this.assets.find(
      ({ assetnum, siteid }) => assetnum === sent.assetnum && siteid === sent.assetsiteid,
    );
    if (!asset) return failure(400, 'BMXAA4191E', `The value ${sent.assetnum} is not valid for Asset.`);
    const now = this.#second();
    const id = this.nextTicket++;
    const created: Row = {
      ...sent,
      ticketuid: id,
      ticketid: String(id),
      class: 'SR',
      status: 'NEW',
      reportdate: now,
      statusdate: now,
      changedate: now,
    };
    structure.rows.push(created);
    const shown = this.#shown(name, created, ['href', ...(properties?.split(',') ?? [])]);
    return { status: 201, headers: { location: String(shown.href) }, ...(properties && { body: shown }) };
  }

  #second(): number {
    return Math.floor(this.now() / 1000) * 1000;
  }

  #shown(name: string, row: Row, selected: readonly string[]): Record<string, Value> {
    const id = row.workorderid ?? row.ticketuid ?? row.assetuid;
    const shown: Record<string, Value> = {
      href: `${this.origin}/maximo/api/os/${name}/_${Buffer.from(String(id)).toString('base64url')}`,
      _rowstamp: String(row.changedate),
    };
    for (const attribute of selected) {
      if (attribute === 'href') continue;
      const value = row[attribute];
      // Lean JSON omits empty values.
      if (value === null || value === undefined) continue;
      shown[attribute] = times.has(attribute) ? this.#local(Number(value)) : value;
    }
    return shown;
  }

  #local(time: number): string {
    const sign = this.offsetMinutes < 0 ? '-' : '+';
    const minutes = Math.abs(this.offsetMinutes);
    const offset = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    return `${new Date(time + this.offsetMinutes * 60_000).toISOString().slice(0, 19)}${sign}${offset}`;
  }
}

const failure = (status: number, reasonCode: string, message: string): PeerAnswer => ({
  status,
  body: { Error: { statusCode: String(status), reasonCode, message: `${reasonCode} - ${message}` } },
});

function compileOrder(
  text: string | null,
  { attributes, object }: Structure,
): (one: Row, other: Row) => number {
  const orders = (text ?? '').split(',').filter((part) => part !== '');
  for (const order of orders) {
    if (!/^[+-]/.test(order) || !attributes.includes(order.slice(1)))
      throw new Error(`The order ${order} of ${object} is not valid.`);
  }
  return (one, other) => {
    for (const order of orders) {
      const [a, b] = [one[order.slice(1)] ?? '', other[order.slice(1)] ?? ''];
      if (a !== b) return (a < b ? -1 : 1) * (order.startsWith('-') ? -1 : 1);
    }
    return 0;
  };
}

/**
 * Where clauses: comparisons joined by `and`. Texts are quoted, `%` in a text matches any text, lists are in brackets.
 */
function compileWhere(text: string, { attributes, object }: Structure): (row: Row) => boolean {
  const condition =
    /^\s*(\w+)\s*(>=|<=|!=|=|>|<|\bin\b)\s*(\[[^\]]*\]|"(?:[^"\\]|\\.)*"|[^\s"]+)\s*(?:\band\b|$)/;
  const tests: ((row: Row) => boolean)[] = [];
  let rest = text;
  while (rest.trim() !== '') {
    const found = condition.exec(rest);
    if (!found) throw new Error(`The where clause is not valid at: ${rest}`);
    const [all, name, operator, literal] = found as unknown as [string, string, string, string];
    if (!attributes.includes(name)) throw new Error(`The attribute ${name} of ${object} is not found.`);
    tests.push(createTest(name, operator, literal));
    rest = rest.slice(all.length);
  }
  return (row) => tests.every((test) => test(row));
}

function createTest(name: string, operator: string, literal: string): (row: Row) => boolean {
  if (operator === 'in') {
    const values = [...literal.matchAll(/"(?:[^"\\]|\\.)*"|[^[\],\s]+/g)].map(([one]) =>
      parseLiteral(name, one),
    );
    return (row) => values.includes(row[name] ?? null);
  }
  const value = parseLiteral(name, literal);
  if (operator === '=' && typeof value === 'string' && value.includes('%')) {
    const pattern = new RegExp(`^${value.split('%').map(escapePattern).join('.*')}$`, 'is');
    return (row) => pattern.test(String(row[name] ?? ''));
  }
  return (row) => {
    const own = row[name];
    if (own === null || own === undefined || value === null) return false;
    if (operator === '=') return own === value;
    if (operator === '!=') return own !== value;
    if (operator === '>') return own > value;
    if (operator === '>=') return own >= value;
    return operator === '<' ? own < value : own <= value;
  };
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function parseLiteral(name: string, literal: string): Value {
  const text = literal.startsWith('"') ? literal.slice(1, -1).replace(/\\(.)/g, '$1') : null;
  if (times.has(name)) {
    if (text === null || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d)?$/.test(text))
      throw new Error(`The date ${literal} is not valid.`);
    return Date.parse(text);
  }
  return text ?? Number(literal);
}
