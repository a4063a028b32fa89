import { findPlainTopic, plainSource } from '@twinward/domain/connections/plain-topic';
import type { ReadPoint } from '@twinward/domain/connections/point';
import type { NodeState } from '@twinward/domain/connections/sparkplug';
import { isNumericType } from '@twinward/domain/connections/sparkplug-value';
import type { ConnectorCall } from '../connector.ts';
import { createTemporaryId, openSession } from './client.ts';
import { isPossibleSource, readSettings, type Settings, toFilters } from './config.ts';
import { openReader } from './open-reader.ts';
import type { Reader } from './reader.ts';
import { openSparkplugReader, type SparkplugReader } from './sparkplug-reader.ts';

/** A possible source that was seen. */
export interface SeenSource {
  source: string;
  name: string;
  description: string;
  unit: string | null;
  isReadable: boolean;
  point: ReadPoint | null;
}

/** Maximum number of listed topics. */
const maximumTopics = 100_000;

/**
 * Listens for a while in a separate session, without disturbing the session of the running connection.
 * @param isEnough whether to stop early
 */
export async function listen(
  call: ConnectorCall,
  milliseconds: number,
  isEnough: (points: ReadonlyMap<string, ReadPoint>) => boolean = () => false,
): Promise<SeenSource[]> {
  const settings = readSettings(call.configuration);
  const points = new Map<string, ReadPoint>();
  const topics = new Set<string>();
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(milliseconds)]);
  let reader: Reader | null = null;
  let finish!: () => void;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const session = await openSession(call, settings, {
    clientId: await createTemporaryId(call, settings),
    isClean: true,
    receive: (message) => {
      message.acknowledge();
      if (topics.size >= maximumTopics) return undefined;
      // Nothing is stored, so retained values without a time are shown too.
      for (const point of reader?.read({ ...message, isRetained: false }, Date.now()) ?? []) {
        points.set(point.source, point);
      }
      topics.add(message.topic);
      if (isEnough(points)) finish();
      return undefined;
    },
  });
  // Reads the births of the running connection without changing them.
  const options = { sources: new Set<string>(), isResumed: true, requestBirth: session.requestBirth };
  let nodes: SparkplugReader['nodes'] = new Map();
  try {
    if (settings.format === 'sparkplug') {
      const sparkplug = await openSparkplugReader(call, settings, options, () => {});
      reader = sparkplug;
      nodes = sparkplug.nodes;
    } else {
      reader = await openReader({ ...call, log: () => {} }, settings, options);
    }
    await session.subscribe(toFilters(settings), settings.qos);
    await Promise.race([finished, session.lost]);
  } finally {
    await session.end();
  }
  return settings.format === 'plain' ? plainSources(settings, topics, points) : nodeSources(nodes, points);
}

/** Returns the seen topics, each with its values. */
function plainSources(
  settings: Settings,
  topics: ReadonlySet<string>,
  points: ReadonlyMap<string, ReadPoint>,
): SeenSource[] {
  return [...topics].flatMap((topic) => {
    const rule = findPlainTopic(settings.topics, topic);
    if (!rule) return [];
    const texts = rule.values.length > 1 ? rule.values.map(({ text }) => text) : [''];
    return texts.map((text) => {
      const source = plainSource(topic, rule, text);
      const point = points.get(source) ?? null;
      return {
        source,
        name: source.slice(topic.lastIndexOf('/') + 1),
        description: point ? '' : 'No number found in its messages.',
        unit: null,
        isReadable: point !== null && isPossibleSource(source),
        point,
      };
    });
  });
}

/** Returns metrics of births, and other metrics with names. */
function nodeSources(
  nodes: ReadonlyMap<string, NodeState>,
  points: ReadonlyMap<string, ReadPoint>,
): SeenSource[] {
  const seen = new Map<string, SeenSource>();
  for (const [node, { metrics }] of nodes) {
    for (const [key, { name, type, unit }] of metrics) {
      const source = `${node}/${key}`;
      const isReadable = isNumericType(type) && isPossibleSource(source);
      seen.set(source, {
        source,
        name,
        description: '',
        unit,
        isReadable,
        point: points.get(source) ?? null,
      });
    }
  }
  for (const [source, point] of points) {
    if (seen.has(source)) continue;
    const name = source.split('/').slice(3).join('/');
    seen.set(source, {
      source,
      name,
      description: '',
      unit: null,
      isReadable: isPossibleSource(source),
      point,
    });
  }
  return [...seen.values()];
}
