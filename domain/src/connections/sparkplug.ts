import type { ReadPoint } from './point.ts';
import { isNumericType, readMetric, type SparkplugMetric } from './sparkplug-value.ts';

/**
 * Messages of Sparkplug B edge nodes (Eclipse Sparkplug 3.0) as points. A birth names the metrics of a node or device;
 * data that follows may name them by alias alone. `seq` counts the messages of a node from 0 to 255, so that a lost one
 * is noticed. The functions are pure: they return the next state of a node for its state and a message.
 */

export type { SparkplugMetric } from './sparkplug-value.ts';

const messageTypes = ['NBIRTH', 'NDEATH', 'DBIRTH', 'DDEATH', 'NDATA', 'DDATA'] as const;

export interface SparkplugTopic {
  group: string;
  type: (typeof messageTypes)[number];
  node: string;
  /** Empty for messages of the node itself. */
  device: string;
}

export interface SparkplugPayload {
  /** Epoch milliseconds. */
  time: number | null;
  seq: number | null;
  metrics: readonly SparkplugMetric[];
}

/** A metric as declared by the birth. */
interface KnownMetric {
  device: string;
  name: string;
  type: number;
  unit: string | null;
}

export interface NodeState {
  /** Number of the session. Distinguishes its death from that of an earlier session. Null if unknown. */
  bdSeq: string | null;
  /** Sequence number of the last message. Null if unknown. */
  seq: number | null;
  /** `unknown`: no birth was seen; `incomplete`: a message was lost since the birth. */
  condition: 'unknown' | 'complete' | 'incomplete' | 'dead';
  /** By `device/name`. */
  metrics: ReadonlyMap<string, KnownMetric>;
  /** Keys of metrics by alias. */
  aliases: ReadonlyMap<string, string>;
  /** The latest time of its points that are not historical. */
  latest: number;
}

export const unknownNode: NodeState = {
  bdSeq: null,
  seq: null,
  condition: 'unknown',
  metrics: new Map(),
  aliases: new Map(),
  latest: 0,
};

interface Received {
  node: NodeState;
  points: ReadPoint[];
  /** All sources that begin with `prefix` have no value from `time` on. */
  death: { prefix: string; time: number } | null;
  /** Messages for the user. */
  notices: string[];
}

/** The parts of a topic; null for messages that carry no values, such as commands and states of hosts. */
export function parseSparkplugTopic(topic: string): SparkplugTopic | null {
  const [namespace, group, type, node, device = '', ...rest] = topic.split('/');
  if (namespace !== 'spBv1.0' || !group || !node || rest.length > 0) return null;
  const known = messageTypes.find((name) => name === type);
  // Types N... are from the node, D... from a device.
  if (!known || known.startsWith('D') !== (device !== '')) return null;
  return { group, type: known, node, device };
}

/** Source of a metric; the device is empty for metrics of the node itself. */
const sparkplugSource = (topic: Pick<SparkplugTopic, 'group' | 'node'>, key: string): string =>
  `${topic.group}/${topic.node}/${key}`;

export const toNodeKey = (topic: SparkplugTopic): string => `${topic.group}/${topic.node}`;

/** Whether a metric controls the session and is not a measurement. */
const isControl = (device: string, name: string): boolean =>
  device === '' && (name === 'bdSeq' || name.startsWith('Node Control/'));

const findBdSeq = (payload: SparkplugPayload): string | null => {
  const value = payload.metrics.find((metric) => metric.name === 'bdSeq')?.value;
  return value === undefined || value === null ? null : String(value);
};

/** Replaces the metrics of a node or device by those of its birth. */
function applyBirth(before: NodeState, topic: SparkplugTopic, payload: SparkplugPayload): NodeState {
  const isNode = topic.type === 'NBIRTH';
  const metrics = new Map<string, KnownMetric>();
  const aliases = new Map<string, string>();
  if (!isNode) {
    for (const [key, metric] of before.metrics) if (metric.device !== topic.device) metrics.set(key, metric);
    for (const [alias, key] of before.aliases) if (metrics.has(key)) aliases.set(alias, key);
  }
  for (const { name, type, alias, unit } of payload.metrics) {
    if (!name || type === null || isControl(topic.device, name)) continue;
    const key = `${topic.device}/${name}`;
    metrics.set(key, { device: topic.device, name, type, unit });
    if (alias !== null) aliases.set(alias, key);
  }
  return { ...before, metrics, aliases };
}

/**
 * Returns the points of the metrics, and whether a metric could not be identified because no birth declared it.
 * @param isComplete whether no earlier message was lost
 */
function readMetrics(
  node: NodeState,
  topic: SparkplugTopic,
  payload: SparkplugPayload,
  arrival: number,
  isComplete: boolean,
): { points: ReadPoint[]; latest: number; isUnnamed: boolean } {
  const points: ReadPoint[] = [];
  let latest = node.latest;
  let isUnnamed = false;
  for (const metric of payload.metrics) {
    const key = metric.name
      ? `${topic.device}/${metric.name}`
      : metric.alias === null
        ? undefined
        : node.aliases.get(metric.alias);
    if (metric.name && isControl(topic.device, metric.name)) continue;
    const type = metric.type ?? (key === undefined ? undefined : node.metrics.get(key)?.type);
    if (key === undefined || type === undefined) {
      isUnnamed = true;
      continue;
    }
    if (!isNumericType(type)) continue;
    const time = metric.time ?? payload.time ?? arrival;
    const { value, quality } = readMetric(metric, type);
    points.push({
      source: sparkplugSource(topic, key),
      time,
      value,
      quality: quality === 'good' && !isComplete ? 'uncertain' : quality,
    });
    if (!metric.isHistorical) latest = Math.max(latest, time);
  }
  return { points, latest, isUnnamed };
}

/**
 * Processes a message.
 * @param arrival epoch milliseconds, used if the message has no time
 */
export function receiveSparkplug(
  before: NodeState,
  topic: SparkplugTopic,
  payload: SparkplugPayload,
  arrival: number,
): Received {
  if (topic.type === 'NDEATH') return receiveNodeDeath(before, topic, payload, arrival);

  const notices: string[] = [];
  let node = before;
  if (topic.type === 'NBIRTH') {
    node = {
      ...applyBirth(before, topic, payload),
      bdSeq: findBdSeq(payload),
      seq: payload.seq,
      condition: 'complete',
    };
  } else {
    const follows = before.seq !== null && payload.seq === (before.seq + 1) % 256;
    if (before.condition === 'unknown' && before.seq === null) {
      notices.push(
        `${toNodeKey(topic)}: no birth seen yet. Until its birth, values are uncertain, and values with an alias are unknown.`,
      );
    }
    if (before.condition === 'complete' && !follows) {
      notices.push(
        `${toNodeKey(topic)}: messages are missing between seq ${before.seq ?? 'none'} and ${payload.seq ?? 'none'}. Its values are uncertain until its next birth.`,
      );
    }
    node = {
      ...(topic.type === 'DBIRTH' ? applyBirth(before, topic, payload) : before),
      seq: payload.seq,
      condition: before.condition === 'complete' && !follows ? 'incomplete' : before.condition,
    };
  }

  if (topic.type === 'DDEATH') {
    const prefix = `${toNodeKey(topic)}/${topic.device}/`;
    // Later than the last points: with an equal time it would replace them.
    const time = Math.max(payload.time ?? arrival, node.latest + 1);
    return { node, points: [], death: { prefix, time }, notices };
  }
  const read = readMetrics(node, topic, payload, arrival, node.condition === 'complete');
  node = { ...node, latest: read.latest };
  if (read.isUnnamed && node.condition === 'complete') {
    notices.push(
      `${toNodeKey(topic)}: a metric has an alias or type that is not in the birth. Its values are uncertain until its next birth.`,
    );
    node = { ...node, condition: 'incomplete' };
  }
  return { node, points: read.points, death: null, notices };
}

/**
 * A death that the broker sends has the time at which the node signed in. Therefore its time is used only if it is
 * later than the points of the node.
 */
function receiveNodeDeath(
  before: NodeState,
  topic: SparkplugTopic,
  payload: SparkplugPayload,
  arrival: number,
): Received {
  const bdSeq = findBdSeq(payload);
  if (before.bdSeq !== null && bdSeq !== null && bdSeq !== before.bdSeq) {
    return { node: before, points: [], death: null, notices: [] };
  }
  const stated = payload.time ?? 0;
  const time = before.latest > 0 && stated > before.latest ? stated : Math.max(arrival, before.latest + 1);
  return {
    node: { ...before, seq: null, condition: 'dead' },
    points: [],
    death: { prefix: `${toNodeKey(topic)}/`, time },
    notices: [`${toNodeKey(topic)}: the node is offline.`],
  };
}

/** Nodes as JSON, so that aliases are known after a restart. */
export interface KeptNode {
  node: string;
  bdSeq: string | null;
  seq: number | null;
  condition: NodeState['condition'];
  latest: number;
  /** Device, name, data type, unit and alias. */
  metrics: [string, string, number, string | null, string | null][];
}

export function toKeptNode(node: string, state: NodeState): KeptNode {
  const aliases = new Map([...state.aliases].map(([alias, key]) => [key, alias]));
  return {
    node,
    bdSeq: state.bdSeq,
    seq: state.seq,
    condition: state.condition,
    latest: state.latest,
    metrics: [...state.metrics].map(([key, { device, name, type, unit }]) => [
      device,
      name,
      type,
      unit,
      aliases.get(key) ?? null,
    ]),
  };
}

export function restoreNode(kept: KeptNode): NodeState {
  const metrics = new Map<string, KnownMetric>();
  const aliases = new Map<string, string>();
  for (const [device, name, type, unit, alias] of kept.metrics) {
    metrics.set(`${device}/${name}`, { device, name, type, unit });
    if (alias !== null) aliases.set(alias, `${device}/${name}`);
  }
  const { bdSeq, seq, condition, latest } = kept;
  return { bdSeq, seq, condition, metrics, aliases, latest };
}
