import { MaximoPeer, type Row } from '../../connectors/maximo/peer.ts';
import type { PeerAnswer, PeerRequest } from '../../connectors/testing/http-peer.ts';
import { assets, workOrders } from './plant.ts';

const minute = 60_000;

/** What becomes of a service request: minutes since it arrived, the state that it then gets, and what time that is. */
export const course = [
  { after: 1, status: 'QUEUED', time: null },
  { after: 2, status: 'INPROG', time: 'actualstart' },
  { after: 4, status: 'RESOLVED', time: 'actualfinish' },
] as const;

/**
 * The Maximo of the tests with the demo's machine and engines, whose people do what service requests ask for. It forgets
 * them when it ends.
 */
export class DemoMaximo extends MaximoPeer {
  override readonly apikey = 'demo-key';
  override offsetMinutes = 0;
  /** By the clock, so that no number is given again after a restart. */
  override nextTicket = Math.floor(Date.now() / 1000);

  constructor() {
    super();
    this.assets.push(...assets());
    this.orders.push(...workOrders(this.now()));
  }

  /** Moves each service request to its next state, where that is due. @returns those that were moved */
  moveOn(): Row[] {
    // What was asked is of use to tests alone, and would fill the memory.
    this.requests.length = 0;
    return this.serviceRequests.filter((row) => {
      const next = course[course.findIndex(({ status }) => status === row.status) + 1];
      if (!next) return false;
      const due = Number(row.reportdate) + next.after * minute;
      if (due > this.now()) return false;
      this.change(row, { status: next.status, statusdate: due, ...(next.time && { [next.time]: due }) });
      return true;
    });
  }

  /** The page that the number of a service request leads to needs no sign-in: it is for people. */
  protected override answer(request: PeerRequest): PeerAnswer {
    const { path, query } = request;
    if (path !== '/maximo/ui/maximo.jsp') return super.answer(request);
    const number = /^ticketid=(\w+)$/.exec(query.get('additionaleventvalue') ?? '')?.[1];
    const row = this.serviceRequests.find(({ ticketid }) => ticketid === number);
    if (!row) return { status: 404, body: `There is no service request ${number}. A restart forgets them.` };
    const { description, assetnum, status, description_longdescription: details } = row;
    return {
      body: `Service request ${number}\n\n${description}\n${details}\n\nAsset ${assetnum}\nState ${status}`,
    };
  }
}
