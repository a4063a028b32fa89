import { laterPage } from '../by-change.ts';
import { basic } from '../configured.ts';
import { type ConnectorCall, ConnectorFailure } from '../connector.ts';
import { type HttpAnswer, send } from '../http-client.ts';
import { toJsonObject } from '../json-object.ts';
import { type Settings, toSettings } from './config.ts';

/** Client of the REST services of HxGN EAM: pages of grids, and creation of work orders from their defaults. */

/** Columns of a grid, by their names in lower case. */
export type Row = Readonly<Record<string, string>>;

export interface Filter {
  column: string;
  operator: '=' | '>' | '>=';
  value: string;
  /** Operator between this filter and the next one. */
  joiner?: 'AND' | 'OR';
  opens?: boolean;
  closes?: boolean;
}

interface GridQuery {
  grid: string;
  /** Screen whose rights apply. */
  screen: string;
  filters: readonly Filter[];
  sortBy: string;
  rows: number;
  /** `next` of the previous page. 0 for the first page. */
  cursor: number;
}

interface GridPage {
  rows: Row[];
  /** Null on the last page. */
  next: number | null;
}

/** Filters that match any of the values. */
export const matchAny = (column: string, values: readonly string[]): Filter[] =>
  values.map((value, at) => ({
    column,
    operator: '=',
    value,
    joiner: at < values.length - 1 ? 'OR' : 'AND',
    opens: at === 0,
    closes: at === values.length - 1,
  }));

export class HxgnClient {
  readonly settings: Settings;
  readonly #call: ConnectorCall;
  /** The Date header of the last response. */
  date: string | undefined;

  constructor(call: ConnectorCall) {
    this.#call = call;
    this.settings = toSettings(call.configuration);
  }

  async grid({ grid, screen, filters, sortBy, rows, cursor }: GridQuery): Promise<GridPage> {
    const body = {
      GRID: {
        GRID_NAME: grid,
        USER_FUNCTION_NAME: screen,
        NUMBER_OF_ROWS_FIRST_RETURNED: rows,
        CURSOR_POSITION: cursor,
      },
      GRID_TYPE: { TYPE: 'LIST' },
      REQUEST_TYPE: 'LIST.HEAD_DATA.STORED',
      ...(filters.length > 0 && { MULTIADDON_FILTERS: { MADDON_FILTER: filters.map(toFilter) } }),
      ADDON_SORT: { ALIAS_NAME: sortBy, TYPE: 'ASC' },
    };
    const asked = this.#post('grids', body);
    const answer = await (cursor === 0 ? asked : laterPage(asked));
    const { Result } = answer as { Result?: { ResultData?: ResultData } };
    const data = Result?.ResultData;
    if (!data || (data.DATARECORD !== undefined && !Array.isArray(data.DATARECORD)))
      throw new ConnectorFailure('protocol', 'The answer has no rows (Result.ResultData.DATARECORD).');
    const next = Number(data.NEXTCURSORPOSITION);
    return {
      rows: (data.DATARECORD ?? []).map(toRow),
      next: data.NEXTCURSORPOSITION === undefined || !(next > cursor) ? null : next,
    };
  }

  /** Reads the default values of a new work order of an organization. */
  async workOrderDefaults(organization: string): Promise<Record<string, unknown>> {
    const body = { WORKORDERID: { ORGANIZATIONID: { ORGANIZATIONCODE: organization } } };
    const answer = (await this.#post('workorderdefaults', body, organization)) as {
      Result?: { ResultData?: { WorkOrder?: Record<string, unknown> } & Record<string, unknown> };
    };
    const data = answer.Result?.ResultData;
    if (!data) throw new ConnectorFailure('protocol', 'The answer has no work order defaults.');
    return data.WorkOrder ?? data;
  }

  /** Creates a work order. Returns its number. */
  async createWorkOrder(workOrder: Record<string, unknown>, organization: string): Promise<string> {
    const answer = (await this.#post('workorders', workOrder, organization)) as {
      Result?: { ResultData?: { JOBNUM?: unknown; WORKORDERID?: { JOBNUM?: unknown } } };
    };
    const data = answer.Result?.ResultData;
    const number = data?.JOBNUM ?? data?.WORKORDERID?.JOBNUM;
    if (number === undefined || number === null || number === '')
      throw new ConnectorFailure('protocol', 'The answer has no work order number.');
    return String(number);
  }

  async #post(path: string, body: unknown, organization = this.settings.organization): Promise<unknown> {
    const { base, tenant, role, apikey, bearerToken, user, password } = this.settings;
    const answer: HttpAnswer = await send(this.#call, {
      method: 'POST',
      url: `${base}/${path}`,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        tenant,
        organization,
        ...(role !== null && { role }),
        ...(apikey !== null
          ? { 'x-api-key': apikey }
          : { authorization: bearerToken !== null ? `Bearer ${bearerToken}` : basic(user ?? '', password) }),
      },
      body: JSON.stringify(body),
      readError,
    });
    this.date = answer.headers.date;
    const read = toJsonObject(answer.json());
    // Problems may come with the status of a success.
    const problem = readError(read);
    if (problem !== null) throw new ConnectorFailure('refused', `HxGN EAM refused this: ${problem}`);
    return read;
  }
}

interface ResultData {
  DATARECORD?: { DATAFIELD?: { FIELDNAME?: string; FIELDVALUE?: unknown }[] }[];
  NEXTCURSORPOSITION?: unknown;
}

const toRow = ({ DATAFIELD = [] }: NonNullable<ResultData['DATARECORD']>[number]): Row =>
  Object.fromEntries(
    DATAFIELD.map(({ FIELDNAME, FIELDVALUE }) => [
      String(FIELDNAME ?? '').toLowerCase(),
      FIELDVALUE === null || FIELDVALUE === undefined ? '' : String(FIELDVALUE),
    ]),
  );

const toFilter = ({ column, operator, value, joiner = 'AND', opens, closes }: Filter, at: number) => ({
  ALIAS_NAME: column,
  OPERATOR: operator,
  VALUE: value,
  JOINER: joiner,
  SEQNUM: at + 1,
  ...(opens && { LPAREN: true }),
  ...(closes && { RPAREN: true }),
});

type Alert = { Message?: string; Name?: string };

/** What EAM objects to or asks; a question can be answered by people only. */
function readError(body: unknown): string | null {
  const { ErrorAlert, ConfirmationAlert } = (body ?? {}) as {
    ErrorAlert?: Alert | Alert[];
    ConfirmationAlert?: Alert | Alert[];
  };
  const messages = (alerts: Alert | Alert[] | undefined) =>
    [alerts ?? []]
      .flat()
      .map(({ Message, Name }) => Message ?? Name ?? '')
      .filter((message) => message !== '');
  const errors = messages(ErrorAlert);
  if (errors.length > 0) return errors.join('; ');
  const questions = messages(ConfirmationAlert);
  return questions.length > 0 ? `it asks '${questions.join('; ')}', which only a user can answer` : null;
}
