import type { ReadPoint } from '@twinward/domain/connections/point';
import {
  type NodeState,
  parseSparkplugTopic,
  receiveSparkplug,
  type SparkplugPayload,
  type SparkplugTopic,
  toNodeKey,
  unknownNode,
} from '@twinward/domain/connections/sparkplug';
import type { ConnectorCall } from '../connector.ts';
import { loadBirths, saveBirths } from './births.ts';
import type { Settings } from './config.ts';
import { decodePayload, encodeRebirth } from './payload.ts';
import type { Reader, ReaderOptions } from './reader.ts';

/** Larger messages are not read. */
const maximumMessage = 16 * 1024 * 1024;
/** Maximum number of nodes, so that a publisher can't exhaust the memory with names. */
const maximumNodes = 10_000;
/** Milliseconds between two requests of a birth to the same node. */
const rebirthInterval = 60_000;

type Nodes = ReadonlyMap<string, NodeState>;

/** Without the previous session, a birth may have been missed: names remain valid, aliases don't. */
const afterSessionLoss = (node: NodeState): NodeState => ({ ...unknownNode, metrics: node.metrics });

/** Whether the file must be written. Data messages change only `seq` and `latest`. */
function isBirthChanged(nodes: Nodes, written: Nodes): boolean {
  for (const [name, node] of nodes) {
    const before = written.get(name);
    if (before?.metrics !== node.metrics || before.condition !== node.condition) return true;
    if (before.bdSeq !== node.bdSeq) return true;
  }
  return false;
}

export interface SparkplugReader extends Reader {
  /** All nodes that are known, by `group/node`. */
  readonly nodes: Nodes;
}

export async function openSparkplugReader(
  call: Pick<ConnectorCall, 'directory' | 'log'>,
  settings: Pick<Settings, 'rebirth'>,
  options: ReaderOptions,
  logProblem: (problem: string) => void,
): Promise<SparkplugReader> {
  const kept = await loadBirths(call.directory).catch((error: unknown) => {
    call.log('warn', `Saved births can't be read: ${String(error)}`);
    return new Map<string, NodeState>();
  });
  const nodes = new Map(
    [...kept].map(([name, node]) => [name, options.isResumed ? node : afterSessionLoss(node)]),
  );
  const requests = new Map<string, number>();
  let durable: Nodes = new Map(nodes);
  let written: Nodes = new Map();

  async function save(state: Nodes, withSeq: boolean): Promise<void> {
    try {
      await saveBirths(call.directory, state, withSeq);
      written = state;
    } catch (error) {
      call.log('warn', `Births can't be saved: ${String(error)}`);
    }
  }

  function requestBirth(topic: SparkplugTopic, arrival: number): void {
    const last = requests.get(toNodeKey(topic));
    if (!settings.rebirth || (last !== undefined && arrival - last < rebirthInterval)) return;
    requests.set(toNodeKey(topic), arrival);
    options.requestBirth(`spBv1.0/${topic.group}/NCMD/${topic.node}`, encodeRebirth(arrival));
    call.log('info', `${toNodeKey(topic)}: requested a birth.`);
  }

  return {
    nodes,
    read(message, arrival) {
      const topic = parseSparkplugTopic(message.topic);
      if (!topic) return [];
      let payload: SparkplugPayload;
      try {
        if (message.payload.length > maximumMessage) throw new Error('it is longer than 16 MiB');
        payload = decodePayload(message.payload);
      } catch (error) {
        logProblem(`${message.topic}: not a Sparkplug B payload: ${(error as Error).message}.`);
        return [];
      }
      const before = nodes.get(toNodeKey(topic)) ?? unknownNode;
      if (before === unknownNode && nodes.size >= maximumNodes) {
        logProblem(
          `There are more than ${maximumNodes.toLocaleString('en-US')} nodes. The others are not read.`,
        );
        return [];
      }
      const { node, points, death, notices } = receiveSparkplug(before, topic, payload, arrival);
      nodes.set(toNodeKey(topic), node);
      for (const notice of notices) call.log('warn', notice);
      if (topic.type.endsWith('DATA') && node.condition !== 'complete') requestBirth(topic, arrival);
      return death ? badSince(death, options.sources) : points;
    },
    mark() {
      const state = new Map(nodes);
      return async () => {
        durable = state;
        if (isBirthChanged(state, written)) await save(state, false);
      };
    },
    close: () => (durable.size > 0 ? save(durable, true) : Promise.resolve()),
  };
}

function badSince(death: { prefix: string; time: number }, sources: Iterable<string>): ReadPoint[] {
  return [...sources]
    .filter((source) => source.startsWith(death.prefix))
    .map((source) => ({ source, time: death.time, value: null, quality: 'bad' }));
}
