import { connectAsync, type MqttClient } from 'mqtt';
import { payloadType } from '../payload.ts';

/** A metric, by the fields of the payload. */
export interface PlayedMetric {
  name?: string;
  alias?: number;
  timestamp?: number;
  datatype?: number;
  isHistorical?: boolean;
  isNull?: boolean;
  int?: number;
  double?: number;
  boolean?: boolean;
  properties?: { keys: string[]; values: { int?: number; string?: string }[] };
}

export const encodePlayed = (payload: {
  timestamp?: number;
  seq?: number;
  metrics: PlayedMetric[];
}): Buffer => Buffer.from(payloadType.encode(payloadType.fromObject(payload)).finish());

/** An edge node of the group `plant`. Its will is its death message. */
export class SparkplugNode {
  readonly #client: MqttClient;
  readonly #name: string;
  #seq = 0;
  readonly #bdSeq: number;

  private constructor(client: MqttClient, name: string, bdSeq: number) {
    this.#client = client;
    this.#name = name;
    this.#bdSeq = bdSeq;
  }

  static async start(url: string, name: string, bdSeq = 1): Promise<SparkplugNode> {
    const metrics = [{ name: 'bdSeq', datatype: 4, int: bdSeq }];
    const client = await connectAsync(url, {
      clientId: `node-${name}`,
      reconnectPeriod: 0,
      will: {
        topic: `spBv1.0/plant/NDEATH/${name}`,
        payload: encodePlayed({ timestamp: Date.now(), metrics }),
        qos: 1,
        retain: false,
      },
    });
    return new SparkplugNode(client, name, bdSeq);
  }

  /** Sends the birth of the node. */
  async birth(metrics: PlayedMetric[], timestamp = Date.now()): Promise<void> {
    this.#seq = 0;
    await this.#publish('NBIRTH', '', timestamp, [
      { name: 'bdSeq', datatype: 4, int: this.#bdSeq },
      ...metrics,
    ]);
  }

  send(type: string, device: string, metrics: PlayedMetric[], timestamp = Date.now()): Promise<void> {
    return this.#publish(type, device, timestamp, metrics);
  }

  /** Increments the sequence number for a lost message. */
  lose(): void {
    this.#seq = (this.#seq + 1) % 256;
  }

  async #publish(type: string, device: string, timestamp: number, metrics: PlayedMetric[]): Promise<void> {
    const topic = `spBv1.0/plant/${type}/${this.#name}${device === '' ? '' : `/${device}`}`;
    const payload = encodePlayed({ timestamp, seq: this.#seq, metrics });
    this.lose();
    // The specification requires quality of service 0.
    await this.#client.publishAsync(topic, payload, { qos: 0 });
  }

  /** Closes the link without a disconnect, so that the broker sends the will. */
  die(): void {
    this.#client.stream.destroy();
  }

  end(): Promise<void> {
    return this.#client.endAsync(true);
  }
}
