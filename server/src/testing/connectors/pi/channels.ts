import type { WebSocket } from 'ws';
import { type ArchivedPoint, type Recorded, written } from './archive.ts';

/** Milliseconds of a turn, in which a channel sends what came. */
const turn = 20;

interface Channel {
  socket: WebSocket;
  points: ReadonlyMap<string, ArchivedPoint>;
  waiting: Map<ArchivedPoint, Recorded[]>;
  heartbeatRate: number;
  silentTurns: number;
}

/** The channels of PI Web API: each sends, turn by turn, what came of its points. Its order is not promised. */
export class Channels {
  readonly #channels = new Set<Channel>();
  readonly #timer = setInterval(() => this.#turn(), turn).unref();

  get count(): number {
    return this.#channels.size;
  }

  open(socket: WebSocket, points: readonly ArchivedPoint[], heartbeatRate: number, sendsInitial: boolean) {
    const channel: Channel = {
      socket,
      points: new Map(points.map((point) => [point.webId, point])),
      waiting: new Map(),
      heartbeatRate,
      silentTurns: 0,
    };
    this.#channels.add(channel);
    socket.on('close', () => this.#channels.delete(channel));
    socket.on('error', () => this.#channels.delete(channel));
    if (sendsInitial) {
      this.#send(channel, new Map(points.map((point) => [point, point.values.slice(-1)])));
    }
  }

  add(point: ArchivedPoint, values: readonly Recorded[]): void {
    for (const { points, waiting } of this.#channels) {
      if (points.has(point.webId)) waiting.set(point, [...(waiting.get(point) ?? []), ...values]);
    }
  }

  /** Sends a text as it is. */
  sendRaw(text: string): void {
    for (const { socket } of this.#channels) socket.send(text);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #turn(): void {
    for (const channel of this.#channels) {
      if (channel.waiting.size > 0) {
        this.#send(channel, channel.waiting);
        channel.waiting = new Map();
        channel.silentTurns = 0;
      } else if (channel.heartbeatRate > 0 && ++channel.silentTurns >= channel.heartbeatRate) {
        this.#send(channel, new Map());
        channel.silentTurns = 0;
      }
    }
  }

  #send({ socket }: Channel, values: ReadonlyMap<ArchivedPoint, readonly Recorded[]>): void {
    const items = [...values].map(([point, ofPoint]) => ({
      WebId: point.webId,
      Name: point.name,
      Path: point.path,
      ...(point.problem === null
        ? { Items: ofPoint.toReversed().map(written) }
        : { Items: [], Errors: [point.problem] }),
      UnitsAbbreviation: point.unit,
    }));
    socket.send(JSON.stringify({ Links: {}, Items: items.toReversed() }));
  }
}
