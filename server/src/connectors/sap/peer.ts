import { randomBytes } from 'node:crypto';
import { HttpPeer, type PeerAnswer, type PeerOptions, type PeerRequest } from '../testing/http-peer.ts';

/**
 * An in-memory Plant Maintenance of SAP S/4HANA, modelled on its published OData V2 services: queries with filter,
 * order, page and server-driven paging, CSRF tokens of a session, and creation of notifications.
 */

type Value = string | number | boolean | null;
/** Dates and times are epoch milliseconds. */
export type Entity = Record<string, Value>;

interface EntitySet {
  keys: readonly string[];
  /** Edm.DateTime: shown without an offset. */
  dates: readonly string[];
  /** Edm.DateTimeOffset. */
  times: readonly string[];
  rows: Entity[];
}

const set = (keys: string[], dates: string[], times: string[]): EntitySet => ({
  keys,
  dates,
  times,
  rows: [],
});

/** Fields that may be sent to create a notification, with the maximum length of texts. Null for other types. */
const creatable: Readonly<Record<string, number | null>> = {
  NotificationText: 40,
  NotificationType: 2,
  MaintPriority: 1,
  MaintNotifLongTextForEdit: 1333,
  TechnicalObject: 40,
  TechObjIsEquipOrFuncnlLoc: 20,
  MaintenancePlant: 4,
  MaintenancePlanningPlant: 4,
  MainWorkCenter: 8,
  ReportedByUser: 12,
  MaintNotifExtReferenceNumber: 20,
};

export class SapPeer extends HttpPeer {
  readonly user = 'TWINWARD';
  readonly password = 'Start 123!';
  /** Number of rows per page in server-driven paging. */
  pageSize = 1000;
  /** Whether it repeats the last row of a page on the next one. */
  repeatsRows = false;
  /** Whether addresses of pages have expired. */
  expiresPages = false;
  /** Sessions by their cookie, with the token of each. */
  readonly #sessions = new Map<string, string>();
  #nextNotification = 10_000_001;
  readonly sets: Readonly<Record<string, EntitySet>> = {
    'API_MAINTNOTIFICATION/MaintenanceNotification': set(
      ['MaintenanceNotification'],
      [
        'CreationDate',
        'MalfunctionStartDate',
        'MalfunctionEndDate',
        'RequiredStartDate',
        'NotificationCompletionDate',
      ],
      ['LastChangeDateTime'],
    ),
    'API_MAINTENANCEORDER;v=0002/MaintenanceOrder': set(
      ['MaintenanceOrder'],
      ['CreationDate'],
      ['LastChangeDateTime', 'MaintOrdBasicStartDateTime', 'MaintOrdBasicEndDateTime'],
    ),
    'API_EQUIPMENT/Equipment': set(
      ['Equipment', 'ValidityEndDate'],
      ['ValidityStartDate', 'ValidityEndDate', 'CreationDate'],
      ['LastChangeDateTime'],
    ),
    'API_FUNCTIONALLOCATION/FunctionalLocation': set(
      ['FunctionalLocation'],
      ['CreationDate'],
      ['LastChangeDateTime'],
    ),
  };

  constructor(options: PeerOptions = {}) {
    super(options);
  }

  get notifications(): Entity[] {
    return this.sets['API_MAINTNOTIFICATION/MaintenanceNotification']!.rows;
  }

  get orders(): Entity[] {
    return this.sets['API_MAINTENANCEORDER;v=0002/MaintenanceOrder']!.rows;
  }

  get equipment(): Entity[] {
    return this.sets['API_EQUIPMENT/Equipment']!.rows;
  }

  get locations(): Entity[] {
    return this.sets['API_FUNCTIONALLOCATION/FunctionalLocation']!.rows;
  }

  /** Changes an entity, like a user of SAP. */
  change(entity: Entity, values: Entity): void {
    Object.assign(entity, values, { LastChangeDateTime: this.#second() });
  }

  /** Completes a notification, as its transaction does. */
  complete(notification: Entity): void {
    this.change(notification, {
      NotifProcessingPhase: '4',
      NotifProcessingPhaseDesc: 'Completed',
      ConcatenatedActiveSystStsName: 'NOCO ORAS',
      NotificationCompletionDate: Math.floor(this.now() / 86_400_000) * 86_400_000,
      CompletionTime: 'PT12H00M00S',
    });
  }

  expireSessions(): void {
    this.#sessions.clear();
  }

  protected override answer(request: PeerRequest): PeerAnswer {
    const expected = `Basic ${Buffer.from(`${this.user}:${this.password}`).toString('base64')}`;
    if (request.headers.authorization !== expected) {
      const headers = { 'www-authenticate': 'Basic realm="SAP NetWeaver Application Server [S4H/100]"' };
      return { status: 401, headers, body: '<html>Logon failed</html>' };
    }
    const path = request.path.replace(/^\/sap\/opu\/odata\/sap\//, '');
    const entitySet = this.sets[path];
    if (!entitySet) return failure(404, '/IWFND/MED/170', `No service found for ${path}`);
    if (request.method === 'GET') return this.#query(path, entitySet, request);
    if (request.method === 'POST') return this.#create(path, entitySet, request);
    return failure(405, '/IWFND/CM_MGW/96', 'Method not allowed');
  }

  #query(path: string, entitySet: EntitySet, { query, headers }: PeerRequest): PeerAnswer {
    if (query.get('$format') !== 'json' && !headers.accept?.includes('json'))
      return { headers: { 'content-type': 'application/atom+xml' }, body: '<feed/>' };
    const session = headers['x-csrf-token']?.toLowerCase() === 'fetch' ? this.#openSession() : {};
    const token = query.get('$skiptoken');
    if (token !== null && this.expiresPages)
      return failure(400, '/IWBEP/CM_MGW_RT/020', 'The skip token is no longer valid');
    try {
      const matches = compileFilter(query.get('$filter') ?? '');
      const found = entitySet.rows.filter(matches).sort(compileOrder(query.get('$orderby'), entitySet.keys));
      const skip = Number(query.get('$skip') ?? 0);
      const top = query.has('$top') ? Number(query.get('$top')) : found.length;
      const asked = found.slice(skip, skip + top);
      const from = Number(token ?? 0);
      const rows = asked.slice(from, from + this.pageSize);
      const end = from + rows.length;
      const selected = query.get('$select')?.split(',') ?? null;
      const more = new URLSearchParams(query);
      more.set('$skiptoken', String(this.repeatsRows ? end - 1 : end));
      const next = end < asked.length ? `${this.origin}/sap/opu/odata/sap/${path}?${more}` : null;
      const results = rows.map((row) => this.#shown(path, entitySet, row, selected));
      return { headers: session, body: { d: { results, ...(next !== null && { __next: next }) } } };
    } catch (error) {
      return failure(400, '/IWBEP/CX_MGW_BUSI_EXCEPTION', (error as Error).message);
    }
  }

  #openSession(): Record<string, string | string[]> {
    const id = randomBytes(12).toString('hex');
    const token = randomBytes(16).toString('base64');
    this.#sessions.set(id, token);
    return {
      'x-csrf-token': token,
      'set-cookie': [
        'sap-usercontext=sap-client=100; path=/',
        `SAP_SESSIONID_S4H_100=${id}; path=/; HttpOnly; secure`,
      ],
    };
  }

  #create(path: string, entitySet: EntitySet, { headers, body }: PeerRequest): PeerAnswer {
    const id = /SAP_SESSIONID_S4H_100=([0-9a-f]+)/.exec(headers.cookie ?? '')?.[1];
    const token = id === undefined ? undefined : this.#sessions.get(id);
    if (token === undefined || headers['x-csrf-token'] !== token) {
      return { status: 403, headers: { 'x-csrf-token': 'Required' }, body: 'CSRF token validation failed' };
    }
    if (!path.startsWith('API_MAINTNOTIFICATION'))
      return failure(405, '/IWBEP/CM_MGW_RT/021', 'Not creatable');
    let sent: Entity;
    try {
      sent = JSON.parse(body) as Entity;
    } catch {
      return failure(400, '/IWBEP/CM_MGW_RT/022', 'Malformed request body');
    }
    for (const [name, value] of Object.entries(sent)) {
      const length = creatable[name];
      if (length === undefined) return failure(400, '/IWBEP/CM_MGW_RT/022', `Property ${name} is invalid`);
      if (length !== null && String(value).length > length)
        return failure(400, '/IWBEP/CM_MGW_RT/022', `Property ${name} has invalid value`);
    }
    if (!/^(M1|M2|M3)$/.test(String(sent.NotificationType ?? '')))
      return failure(400, 'IM/251', `Notification type ${sent.NotificationType ?? ''} is not defined`);
    const object = String(sent.TechnicalObject ?? '');
    const isEquipment = sent.TechObjIsEquipOrFuncnlLoc === 'EAMS_EQUI';
    const number = object.padStart(18, '0');
    const isKnown = isEquipment
      ? this.equipment.some(({ Equipment }) => Equipment === number)
      : this.locations.some(({ FunctionalLocation }) => FunctionalLocation === object);
    if (!isKnown) return failure(400, 'IE/001', `Technical object ${object} does not exist`);
    const created: Entity = {
      MaintenanceNotification: String(this.#nextNotification++).padStart(12, '0'),
      ...sent,
      MaintNotifExtReferenceNumber: String(sent.MaintNotifExtReferenceNumber ?? '').toUpperCase(),
      MaintNotificationLongText: sent.MaintNotifLongTextForEdit ?? '',
      TechnicalObject: isEquipment ? number : object,
      TechnicalObjectLabel: object.replace(/^0+/, ''),
      NotifProcessingPhase: '1',
      NotifProcessingPhaseDesc: 'Outstanding',
      ConcatenatedActiveSystStsName: 'OSNO',
      NotificationTimeZone: 'UTC',
      CreationDate: Math.floor(this.now() / 86_400_000) * 86_400_000,
      LastChangeDateTime: this.#second(),
    };
    entitySet.rows.push(created);
    return { status: 201, body: { d: this.#shown(path, entitySet, created, null) } };
  }

  /** Returns the current time in whole seconds, like the times of changes. */
  #second(): number {
    return Math.floor(this.now() / 1000) * 1000;
  }

  #shown(path: string, { keys, dates, times }: EntitySet, row: Entity, selected: string[] | null): object {
    const shown: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(row)) {
      if (selected && !selected.includes(name)) continue;
      if (value !== null && dates.includes(name)) shown[name] = `/Date(${value})/`;
      else if (value !== null && times.includes(name)) shown[name] = `/Date(${value}+0000)/`;
      else shown[name] = value;
    }
    const id = `${this.origin}/sap/opu/odata/sap/${path}(${keys.map((key) => `${key}='${row[key]}'`).join(',')})`;
    return { __metadata: { id, uri: id, type: path.replace('/', '.') }, ...shown };
  }
}

const failure = (status: number, code: string, message: string): PeerAnswer => ({
  status,
  body: {
    error: {
      code,
      message: { lang: 'en', value: message },
      innererror: { errordetails: [{ code, message, severity: 'error' }] },
    },
  },
});

function compileOrder(text: string | null, keys: readonly string[]): (one: Entity, other: Entity) => number {
  const orders = (text ?? keys.join(',')).split(',').map((part) => part.trim().split(/\s+/));
  return (one, other) => {
    for (const [name, direction] of orders) {
      const [a, b] = [one[name!] ?? '', other[name!] ?? ''];
      if (a !== b) return (a < b ? -1 : 1) * (direction === 'desc' ? -1 : 1);
    }
    return 0;
  };
}

/** OData V2 filters: comparisons of a property with a literal, joined by and, or and parentheses. */
function compileFilter(text: string): (row: Entity) => boolean {
  const tokens = [...text.matchAll(/\s*(\(|\)|(?:datetimeoffset|datetime)?'(?:[^']|'')*'|[^\s()]+)/g)].map(
    (match) => match[1]!,
  );
  let at = 0;
  type Test = (row: Entity) => boolean;
  const join = (word: string, part: () => Test, both: (one: Test, other: Test) => Test) => (): Test => {
    let test = part();
    while (tokens[at] === word) {
      at++;
      test = both(test, part());
    }
    return test;
  };
  const single = (): Test => {
    if (tokens[at] === '(') {
      at++;
      const test = any();
      if (tokens[at++] !== ')') throw new Error(`Syntax error in filter at position ${at}`);
      return test;
    }
    const [name, operator, literal] = tokens.slice(at, at + 3);
    const compare = comparisons[operator ?? ''];
    if (!name || !compare || literal === undefined)
      throw new Error(`Syntax error in filter at position ${at}`);
    at += 3;
    const value = parseLiteral(literal);
    return (row) => {
      const own = row[name];
      return own !== null && own !== undefined && compare(own, value);
    };
  };
  const all = join('and', single, (one, other) => (row) => one(row) && other(row));
  const any = join('or', all, (one, other) => (row) => one(row) || other(row));
  if (tokens.length === 0) return () => true;
  const test = any();
  if (at < tokens.length) throw new Error(`Syntax error in filter at position ${at}`);
  return test;
}

type Compare = (one: NonNullable<Value>, other: NonNullable<Value>) => boolean;
const comparisons: Readonly<Record<string, Compare>> = {
  eq: (one, other) => one === other,
  ne: (one, other) => one !== other,
  gt: (one, other) => one > other,
  ge: (one, other) => one >= other,
  lt: (one, other) => one < other,
  le: (one, other) => one <= other,
};

function parseLiteral(text: string): NonNullable<Value> {
  const typed = /^(datetimeoffset|datetime)?'(.*)'$/s.exec(text);
  if (typed?.[1]) {
    const shape =
      typed[1] === 'datetime' ? /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/ : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
    if (!shape.test(typed[2]!)) throw new Error(`Invalid ${typed[1]} literal ${typed[2]}`);
    return Date.parse(typed[1] === 'datetime' ? `${typed[2]}Z` : typed[2]!);
  }
  if (typed) return typed[2]!.replaceAll("''", "'");
  if (text === 'true' || text === 'false') return text === 'true';
  return Number(text);
}
