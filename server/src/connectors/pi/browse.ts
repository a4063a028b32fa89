import { maximumSource } from '@twinward/contracts/connections/intake';
import type { BrowsedPage, BrowsePage, ConnectorCall } from '../connector.ts';
import { type Envelope, get, readItems } from './client.ts';
import { latestValues } from './preview.ts';
import { isNumeric } from './value.ts';

/** Number of points per page. */
const pageSize = 100;

interface DataServer {
  WebId: string;
  Name: string;
  Path?: string;
  IsConnected?: boolean;
  ServerVersion?: string;
}

interface FoundPoint {
  WebId: string;
  Name: string;
  Path: string;
  Descriptor?: string;
  PointType?: string;
  EngineeringUnits?: string;
}

/** Lists data servers, or the points of one. A search covers all data servers. */
export async function browse(call: ConnectorCall, page: BrowsePage): Promise<BrowsedPage> {
  if (page.parent !== null) {
    const start = Number(page.after ?? 0);
    const { nodes, isLast } = await readPoints(call, page.parent, page.search, start);
    return { nodes, next: isLast ? null : String(start + pageSize) };
  }
  const servers = await listDataServers(call);
  if (page.search.trim() === '') return { nodes: servers.map(toFolder), next: null };
  const [at = 0, start = 0] = (page.after ?? '0:0').split(':').map(Number);
  const server = servers[at];
  if (!server) return { nodes: [], next: null };
  const { nodes, isLast } = await readPoints(call, server.WebId, page.search, start);
  const isEnd = isLast && at + 1 >= servers.length;
  return { nodes, next: isEnd ? null : isLast ? `${at + 1}:0` : `${at}:${start + pageSize}` };
}

export async function listDataServers(call: ConnectorCall): Promise<DataServer[]> {
  return readItems(await get<Envelope<DataServer>>(call, 'dataservers'));
}

const toFolder = ({ WebId: source, Name: name, ServerVersion: version }: DataServer) => ({
  source,
  name,
  description: version ? `PI Data Archive ${version}` : 'PI Data Archive',
  unit: null,
  isFolder: true,
  isReadable: false,
  value: null,
  time: null,
});

async function readPoints(call: ConnectorCall, server: string, search: string, startIndex: number) {
  const answer = await get<Envelope<FoundPoint>>(call, `dataservers/${encodeURIComponent(server)}/points`, {
    nameFilter: toNameFilter(search),
    startIndex,
    maxCount: pageSize,
  });
  const found = readItems(answer);
  const isReadable = ({ Path: path, PointType: type }: FoundPoint) =>
    isNumeric(type) && path.length <= maximumSource;
  const readable = found.filter(isReadable);
  const values = await latestValues(
    call,
    readable.map(({ Path: source, WebId: webId }) => ({ source, webId })),
  );
  return {
    nodes: found.map((point) => {
      const latest = values.get(point.Path);
      return {
        source: point.Path,
        name: point.Name,
        description: point.Descriptor ?? '',
        unit: point.EngineeringUnits || null,
        isFolder: false,
        isReadable: isReadable(point),
        value: latest?.value ?? null,
        time: latest ? new Date(latest.time).toISOString() : null,
      };
    }),
    isLast: found.length < pageSize,
  };
}

/** Returns the filter for names that contain the words in their order. */
const toNameFilter = (search: string): string =>
  `*${search.trim().split(/\s+/).filter(Boolean).join('*')}*`.replace(/\*+/g, '*');
