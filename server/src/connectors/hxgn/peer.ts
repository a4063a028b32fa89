import { HttpPeer, type PeerAnswer, type PeerRequest } from '../testing/http-peer.ts';

/**
 * An in-memory HxGN EAM, modelled on its published REST services: grids with filters, sorting and a cursor, dates in
 * the zone and format of the user, and creation of work orders from their defaults.
 */

/** Columns of a grid; dates are epoch milliseconds. */
type Row = Record<string, string | number | null>;

interface Grid {
  columns: readonly string[];
  rows: Row[];
}

interface Filter {
  ALIAS_NAME?: string;
  OPERATOR?: string;
  VALUE?: string;
  JOINER?: string;
  SEQNUM?: number;
  LPAREN?: boolean;
  RPAREN?: boolean;
}

interface GridRequest {
  GRID?: {
    GRID_NAME?: string;
    USER_FUNCTION_NAME?: string;
    NUMBER_OF_ROWS_FIRST_RETURNED?: number;
    CURSOR_POSITION?: number;
  };
  GRID_TYPE?: { TYPE?: string };
  REQUEST_TYPE?: string;
  MULTIADDON_FILTERS?: { MADDON_FILTER?: Filter[] };
  ADDON_SORT?: { ALIAS_NAME?: string; TYPE?: string };
}

interface EamDate {
  YEAR: number;
  MONTH: number;
  DAY: number;
  HOUR: number;
  MINUTE: number;
  SECOND: number;
  SUBSECOND: number;
  TIMEZONE: string;
}

interface WorkOrder {
  WORKORDERID?: { DESCRIPTION?: string; ORGANIZATIONID?: { ORGANIZATIONCODE?: string } };
  TYPE?: { TYPECODE?: string };
  STATUS?: { STATUSCODE?: string };
  PRIORITY?: { PRIORITYCODE?: string };
  EQUIPMENTID?: { EQUIPMENTCODE?: string; ORGANIZATIONID?: { ORGANIZATIONCODE?: string } };
  DEPARTMENTID?: { DEPARTMENTCODE?: string };
  REPORTEDDATE?: EamDate;
  UserDefinedFields?: Record<string, string>;
}

const dates = new Set([
  ...['datecreated', 'dateupdated', 'datereported', 'schedstartdate', 'schedenddate', 'datestarted'],
  ...['datecompleted', 'commissiondate'],
]);
const statuses: Readonly<Record<string, string>> = {
  R: 'Open',
  IP: 'In Progress',
  C: 'Completed',
  CANC: 'Canceled',
};
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

export class HxgnPeer extends HttpPeer {
  readonly tenant = 'PLANT_PRD';
  readonly user = 'TWINWARD';
  readonly password = 'eam pass word';
  readonly apikey = 'se13180466-50d9';
  /** IANA zone of the user. */
  timeZone = 'Europe/Berlin';
  /** Repeats the last row of a page on the next one. */
  repeatsRows = false;
  /** Whether cursors have expired. */
  expiresCursors = false;
  /** Question that it asks before creating a work order. */
  question: string | null = null;
  #nextOrder = 10_001;
  /** Cache of local times by zone and time, because Intl is slow. */
  readonly #locals = new Map<string, string>();
  readonly grids: Readonly<Record<string, Grid>> = {
    WSJOBS: {
      columns: [
        ...['workordernum', 'description', 'organization', 'workordertype', 'workorderstatus', 'priority'],
        ...[
          'workorderstatus_display',
          'equipment',
          'equipmentorg',
          'equipmentdesc',
          'department',
          'location',
        ],
        ...[
          'assignedto',
          'actualhours',
          'datecreated',
          'dateupdated',
          'datereported',
          'schedstartdate',
          'datecompleted',
          'udfchar30',
        ],
      ],
      rows: [],
    },
    OSOBJA: {
      columns: [
        ...[
          'equipmentno',
          'equipmentdesc',
          'organization',
          'assetstatus',
          'assetstatus_display',
          'outofservice',
        ],
        ...['department', 'class', 'category', 'parentasset', 'position', 'location', 'serialnumber'],
        ...['commissiondate', 'datecreated', 'dateupdated'],
      ],
      rows: [],
    },
  };

  get orders(): Row[] {
    return this.grids.WSJOBS!.rows;
  }

  get assets(): Row[] {
    return this.grids.OSOBJA!.rows;
  }

  change(row: Row, values: Row): void {
    Object.assign(row, values, { dateupdated: this.#minute() });
    if (values.workorderstatus) row.workorderstatus_display = statuses[values.workorderstatus] ?? '';
  }

  /** Grids have no seconds. */
  #minute(): number {
    return Math.floor(this.now() / 60_000) * 60_000;
  }

  protected override answer({ method, path, headers, body }: PeerRequest): PeerAnswer {
    const basic = `Basic ${Buffer.from(`${this.user}:${this.password}`).toString('base64')}`;
    if (headers.authorization !== basic && headers['x-api-key'] !== this.apikey)
      return alert(401, 'The user ID or password is not valid.');
    if (headers.tenant !== this.tenant || !headers.organization)
      return alert(400, 'Tenant or organization is missing.');
    if (method !== 'POST') return alert(405, 'Method not allowed.');
    const sent: unknown = JSON.parse(body);
    switch (path) {
      case '/axis/restservices/grids':
        return this.#grid(sent as GridRequest);
      case '/axis/restservices/workorderdefaults':
        return result('WorkOrder defaults', { WorkOrder: this.#defaults(headers.organization) });
      case '/axis/restservices/workorders':
        return this.#create(sent as WorkOrder);
      default:
        return { status: 404, body: 'Not Found' };
    }
  }

  #grid({ GRID, GRID_TYPE, REQUEST_TYPE, MULTIADDON_FILTERS, ADDON_SORT }: GridRequest): PeerAnswer {
    const grid = this.grids[GRID?.GRID_NAME ?? ''];
    if (!grid || GRID_TYPE?.TYPE !== 'LIST' || REQUEST_TYPE !== 'LIST.HEAD_DATA.STORED')
      return alert(400, `The grid ${GRID?.GRID_NAME} can not be read.`);
    const cursor = GRID?.CURSOR_POSITION ?? 0;
    if (cursor > 0 && this.expiresCursors) return alert(400, 'The cursor position is not valid.');
    const filters = MULTIADDON_FILTERS?.MADDON_FILTER ?? [];
    const sort = ADDON_SORT?.ALIAS_NAME;
    const unknown = [...filters.map(({ ALIAS_NAME }) => ALIAS_NAME), sort ?? 'organization'].find(
      (name) => !grid.columns.includes(name ?? ''),
    );
    if (unknown !== undefined) return alert(400, `The field ${unknown} is not in the grid.`);
    const found = grid.rows.filter((row) => this.#matches(row, filters));
    if (sort) found.sort((one, other) => this.#compare(sort, one[sort], other[sort]));
    const from = this.repeatsRows && cursor > 0 ? cursor - 1 : cursor;
    const end = cursor + (GRID?.NUMBER_OF_ROWS_FIRST_RETURNED ?? 50);
    const records = found.slice(from, end).map((row) => ({
      DATAFIELD: grid.columns.map((FIELDNAME) => ({
        FIELDNAME,
        FIELDVALUE: this.#shown(FIELDNAME, row[FIELDNAME]),
        DATATYPE: dates.has(FIELDNAME) ? 'DATETIME' : 'VARCHAR',
      })),
    }));
    return result('Grid', {
      ...(records.length > 0 && { DATARECORD: records }),
      ...(end < found.length && { NEXTCURSORPOSITION: end }),
    });
  }

  /** Evaluates filters. AND has precedence over OR, except for brackets. */
  #matches(row: Row, filters: readonly Filter[]): boolean {
    let expression = '';
    const ordered = [...filters].sort((one, other) => (one.SEQNUM ?? 0) - (other.SEQNUM ?? 0));
    for (const [at, filter] of ordered.entries()) {
      const holds = this.#holds(row, filter) ? 'T' : 'F';
      const joined = at < ordered.length - 1 ? (filter.JOINER === 'OR' ? '|' : '&') : '';
      expression += `${filter.LPAREN ? '(' : ''}${holds}${filter.RPAREN ? ')' : ''}${joined}`;
    }
    const steps: [RegExp, string][] = [
      [/\(([TF])\)/, '$1'],
      [/T&T/, 'T'],
      [/[TF]&[TF]/, 'F'],
      [/(?<!&)F\|F(?!&)/, 'F'],
      [/(?<!&)[TF]\|[TF](?!&)/, 'T'],
    ];
    while (expression.length > 1) {
      const step = steps.find(([pattern]) => pattern.test(expression));
      if (!step) throw new Error(`the filters are not balanced: ${expression}`);
      expression = expression.replace(step[0], step[1]);
    }
    return expression !== 'F';
  }

  #holds(row: Row, { ALIAS_NAME = '', OPERATOR = '=', VALUE = '' }: Filter): boolean {
    const own = row[ALIAS_NAME];
    if (own === null || own === undefined) return false;
    const difference = this.#compare(
      ALIAS_NAME,
      own,
      dates.has(ALIAS_NAME) ? this.#toWall(VALUE) : VALUE,
      true,
    );
    if (OPERATOR === '=') return difference === 0;
    if (OPERATOR === '>') return difference > 0;
    if (OPERATOR === '>=') return difference >= 0;
    if (OPERATOR === '<') return difference < 0;
    throw new Error(`the operator ${OPERATOR} is not known`);
  }

  /** @param isWall whether the other value is already a local time */
  #compare(
    column: string,
    one: Row[string] | undefined,
    other: Row[string] | undefined,
    isWall = false,
  ): number {
    if (!dates.has(column))
      return String(one ?? '') < String(other ?? '') ? -1 : String(one ?? '') > String(other ?? '') ? 1 : 0;
    const wall = (value: Row[string] | undefined) =>
      typeof value === 'number' ? Date.parse(`${this.#local(value)}Z`) : 0;
    return wall(one) - (isWall ? Number(other) : wall(other));
  }

  /** Formats a time in the zone of the user: `2026-07-01T10:30`. */
  #local(time: number): string {
    const key = `${this.timeZone} ${time}`;
    let local = this.#locals.get(key);
    if (local === undefined) {
      local = new Date(time)
        .toLocaleString('sv-SE', { timeZone: this.timeZone })
        .slice(0, 16)
        .replace(' ', 'T');
      this.#locals.set(key, local);
    }
    return local;
  }

  #toWall(text: string): number {
    const found = /^(\d\d)-([A-Z]{3})-(\d{4}) (\d\d:\d\d)$/.exec(text);
    if (!found) throw new Error(`${text} is no date`);
    const month = String(months.indexOf(found[2]!) + 1).padStart(2, '0');
    return Date.parse(`${found[3]}-${month}-${found[1]}T${found[4]}Z`);
  }

  #shown(column: string, value: Row[string] | undefined): string {
    if (value === null || value === undefined) return '';
    if (!dates.has(column) || typeof value !== 'number') return String(value);
    const [year, month, day, clock] = this.#local(value).split(/[-T]/);
    return `${day}-${months[Number(month) - 1]}-${year} ${clock}`;
  }

  #defaults(organization: string): WorkOrder {
    const now = new Date(this.now());
    return {
      WORKORDERID: { DESCRIPTION: '', ORGANIZATIONID: { ORGANIZATIONCODE: organization } },
      STATUS: { STATUSCODE: 'R' },
      TYPE: { TYPECODE: 'BRKD' },
      DEPARTMENTID: { DEPARTMENTCODE: 'MAINT' },
      REPORTEDDATE: {
        // Epoch milliseconds of the year's start.
        YEAR: Date.UTC(now.getUTCFullYear(), 0, 1),
        MONTH: now.getUTCMonth() + 1,
        DAY: now.getUTCDate(),
        HOUR: now.getUTCHours(),
        MINUTE: now.getUTCMinutes(),
        SECOND: now.getUTCSeconds(),
        SUBSECOND: 0,
        TIMEZONE: '+0000',
      },
      UserDefinedFields: { UDFCHAR01: 'default' },
    };
  }

  #create(sent: WorkOrder): PeerAnswer {
    if (this.question !== null) {
      return { status: 400, body: { ConfirmationAlert: [{ Name: 'confirm', Message: this.question }] } };
    }
    const {
      WORKORDERID,
      TYPE,
      STATUS,
      PRIORITY,
      EQUIPMENTID,
      DEPARTMENTID,
      REPORTEDDATE,
      UserDefinedFields,
    } = sent;
    const description = WORKORDERID?.DESCRIPTION ?? '';
    if (description === '' || description.length > 80) return alert(400, 'Description is not valid.');
    if (!/^(BRKD|CM|PM)$/.test(TYPE?.TYPECODE ?? ''))
      return alert(400, `Type ${TYPE?.TYPECODE} is not valid.`);
    const status = STATUS?.STATUSCODE ?? '';
    if (statuses[status] === undefined) return alert(400, `Status ${status} is not valid.`);
    const asset = this.assets.find(
      ({ equipmentno, organization }) =>
        equipmentno === EQUIPMENTID?.EQUIPMENTCODE &&
        organization === EQUIPMENTID?.ORGANIZATIONID?.ORGANIZATIONCODE,
    );
    if (!asset) return alert(400, `Equipment ${EQUIPMENTID?.EQUIPMENTCODE} does not exist.`);
    if (REPORTEDDATE === undefined || REPORTEDDATE.YEAR < 10_000)
      return alert(400, 'Reported date is not valid.');
    const year = new Date(REPORTEDDATE.YEAR).getUTCFullYear();
    const { MONTH, DAY, HOUR, MINUTE } = REPORTEDDATE;
    const number = String(this.#nextOrder++);
    this.orders.push({
      workordernum: number,
      description,
      organization: WORKORDERID?.ORGANIZATIONID?.ORGANIZATIONCODE ?? '*',
      workordertype: TYPE!.TYPECODE!,
      workorderstatus: status,
      workorderstatus_display: statuses[status]!,
      priority: PRIORITY?.PRIORITYCODE ?? null,
      equipment: EQUIPMENTID!.EQUIPMENTCODE!,
      equipmentorg: EQUIPMENTID!.ORGANIZATIONID!.ORGANIZATIONCODE!,
      department: DEPARTMENTID?.DEPARTMENTCODE ?? null,
      datereported: Date.UTC(year, MONTH - 1, DAY, HOUR, MINUTE),
      datecreated: this.#minute(),
      dateupdated: this.#minute(),
      udfchar30: UserDefinedFields?.UDFCHAR30 ?? null,
      udfnote01: UserDefinedFields?.UDFNOTE01 ?? null,
      udfchar01: UserDefinedFields?.UDFCHAR01 ?? null,
    });
    return result('WorkOrder', { JOBNUM: number });
  }
}

const result = (name: string, ResultData: object): PeerAnswer => ({
  body: { Result: { ResultData, InfoAlert: { Name: name, Message: 'done' } } },
});

const alert = (status: number, Message: string): PeerAnswer => ({
  status,
  body: { ErrorAlert: [{ Name: 'error', Message }], WarningAlert: [], ConfirmationAlert: [] },
});
