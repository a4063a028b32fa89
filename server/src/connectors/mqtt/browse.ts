import type { BrowsedPage, BrowsePage, ConnectorCall, SourceValue } from '../connector.ts';
import { toAddress } from './config.ts';
import { listen, type SeenSource } from './listen.ts';

/** Milliseconds for which a request listens. */
const listenTime = 5000;
/** Milliseconds for which further pages and folders use the same result. */
const cacheTime = 60_000;

const pageSize = 500;

/** Cached results, by connection and subscribed filters. */
const heard = new Map<string, Promise<SeenSource[]>>();

function hear(call: ConnectorCall): Promise<SeenSource[]> {
  const { groups, topics, format, user } = call.configuration;
  const key = JSON.stringify([
    call.directory,
    toAddress(call.configuration),
    user,
    format,
    format === 'plain' ? topics : groups,
  ]);
  const before = heard.get(key);
  if (before) return before;
  const now = listen(call, listenTime);
  heard.set(key, now);
  setTimeout(() => heard.delete(key), cacheTime).unref();
  now.catch(() => heard.delete(key));
  return now;
}

/** Lists sources as a tree of the levels of their names, or those that contain all search words. */
export async function browse(call: ConnectorCall, page: BrowsePage): Promise<BrowsedPage> {
  const seen = await hear(call);
  const answer = toPage(seen, page);
  const notice =
    'Shows what the broker sent within 5 seconds, and metrics from earlier Sparkplug births. Enter other sources by name.';
  return page.after === null ? { ...answer, notice } : answer;
}

type Node = BrowsedPage['nodes'][number];

/** Exported for its test. */
export function toPage(seen: readonly SeenSource[], page: BrowsePage): BrowsedPage {
  const words = page.search.toLowerCase().split(/\s+/).filter(Boolean);
  const isIn = (source: string) => words.every((word) => source.toLowerCase().includes(word));
  const nodes =
    words.length > 0
      ? seen.filter((one) => isIn(one.source)).map((one) => toLeaf(one, one.source))
      : listLevel(seen, page.parent === null ? '' : `${page.parent}/`);
  const byName = new Intl.Collator('en', { numeric: true });
  nodes.sort((left, right) => byName.compare(left.name, right.name));
  const start = Number(page.after ?? 0);
  const end = start + pageSize;
  return { nodes: nodes.slice(start, end), next: end < nodes.length ? String(end) : null };
}

function toLeaf({ source, description, unit, isReadable, point }: SeenSource, name: string): Node {
  return {
    source,
    name,
    description,
    unit,
    isFolder: false,
    isReadable,
    value: point?.value ?? null,
    time: point ? new Date(point.time).toISOString() : null,
  };
}

/** Returns the sources and folders below a prefix. Metrics of a node itself are in a level without a name. */
function listLevel(seen: readonly SeenSource[], prefix: string): Node[] {
  const nodes = new Map<string, Node>();
  for (const one of seen) {
    if (!one.source.startsWith(prefix)) continue;
    const rest = one.source.slice(prefix.length);
    // The part after '#' is a path, which may contain '/'.
    const [levels = ''] = rest.split('#');
    const end = levels.indexOf('/');
    const source = end < 0 ? one.source : prefix + rest.slice(0, end);
    const before = nodes.get(source);
    if (end < 0) {
      nodes.set(source, { ...toLeaf(one, rest), isFolder: before?.isFolder ?? false });
    } else if (before) {
      before.isFolder = true;
    } else {
      const name = rest.slice(0, end) || '(own metrics)';
      const folder = { source, name, description: '', unit: null, isFolder: true, isReadable: false };
      nodes.set(source, { ...folder, value: null, time: null });
    }
  }
  return [...nodes.values()];
}

/** Listens for the latest values, in the order of the sources. */
export async function preview(
  call: ConnectorCall,
  sources: readonly string[],
): Promise<(SourceValue | null)[]> {
  const seen = await listen(call, listenTime, (points) => sources.every((source) => points.has(source)));
  const points = new Map(seen.map((one) => [one.source, one.point]));
  return sources.map((source) => points.get(source) ?? null);
}
