import type { SparkplugMetric, SparkplugPayload } from '@twinward/domain/connections/sparkplug';
import protobuf from 'protobufjs';

/**
 * The used part of the Sparkplug B payload: field numbers and types of Eclipse Sparkplug 3.0, section 6.4. The decoder
 * skips other fields, such as metadata and templates.
 */
const schema = `
  syntax = "proto2";
  message PropertyValue {
    optional bool isNull = 2;
    oneof value {
      uint32 int = 3;
      uint64 long = 4;
      string string = 8;
    }
  }
  message PropertySet {
    repeated string keys = 1;
    repeated PropertyValue values = 2;
  }
  message Metric {
    optional string name = 1;
    optional uint64 alias = 2;
    optional uint64 timestamp = 3;
    optional uint32 datatype = 4;
    optional bool isHistorical = 5;
    optional bool isNull = 7;
    optional PropertySet properties = 9;
    oneof value {
      uint32 int = 10;
      uint64 long = 11;
      float float = 12;
      double double = 13;
      bool boolean = 14;
    }
  }
  message Payload {
    optional uint64 timestamp = 1;
    repeated Metric metrics = 2;
    optional uint64 seq = 3;
  }
`;

const { root } = protobuf.parse(schema);

/** Exported for the simulated nodes of tests. */
export const payloadType = root.lookupType('Payload');

/** An unsigned 64-bit integer, as decoded. */
type Wide = number | { low: number; high: number };

interface DecodedProperty {
  isNull?: boolean;
  value?: 'int' | 'long' | 'string';
  int?: number;
  long?: Wide;
  string?: string;
}

interface DecodedMetric {
  name?: string;
  alias?: Wide;
  timestamp?: Wide;
  datatype?: number;
  isHistorical?: boolean;
  isNull?: boolean;
  properties?: { keys: string[]; values: DecodedProperty[] } | null;
  /** Name of the field with the value. */
  value?: 'int' | 'long' | 'float' | 'double' | 'boolean';
  int?: number;
  long?: Wide;
  float?: number;
  double?: number;
  boolean?: boolean;
}

interface DecodedPayload {
  timestamp?: Wide;
  metrics: DecodedMetric[];
  seq?: Wide;
}

const toBigInt = (wide: Wide): bigint =>
  typeof wide === 'number' ? BigInt(wide) : (BigInt(wide.high >>> 0) << 32n) | BigInt(wide.low >>> 0);

/** Returns a field of the message, or null if it is absent, for which the decoder returns a default. */
function own<T extends object, K extends keyof T>(message: T, key: K): NonNullable<T[K]> | null {
  return Object.hasOwn(message, key) ? (message[key] ?? null) : null;
}

const toNumber = (wide: Wide | null | undefined): number | null =>
  wide === null || wide === undefined ? null : Number(toBigInt(wide));

/** Returns a time. Some libraries send 0 for no time. */
const toTime = (wide: Wide | null | undefined): number | null => toNumber(wide) || null;

function readProperties(metric: DecodedMetric): Pick<SparkplugMetric, 'quality' | 'unit'> {
  const found: Pick<SparkplugMetric, 'quality' | 'unit'> = { quality: null, unit: null };
  const properties = own(metric, 'properties');
  for (const [at, key] of (properties?.keys ?? []).entries()) {
    const property = properties!.values[at];
    if (!property?.value || property.isNull) continue;
    const value = property[property.value];
    if (/^quality$/i.test(key) && typeof value !== 'string') found.quality = toNumber(value);
    if (/^engunit$/i.test(key) && typeof value === 'string') found.unit = value || null;
  }
  return found;
}

function readMetric(metric: DecodedMetric): SparkplugMetric {
  const value = metric.value === undefined ? null : metric[metric.value];
  const alias = own(metric, 'alias');
  return {
    name: own(metric, 'name'),
    alias: alias === null ? null : String(toBigInt(alias)),
    time: toTime(own(metric, 'timestamp')),
    type: own(metric, 'datatype'),
    isHistorical: own(metric, 'isHistorical') === true,
    isNull: own(metric, 'isNull') === true,
    value: typeof value === 'object' && value !== null ? toBigInt(value) : (value ?? null),
    ...readProperties(metric),
  };
}

/** @throws Error if the bytes are not a Sparkplug B payload */
export function decodePayload(bytes: Uint8Array): SparkplugPayload {
  const payload = payloadType.decode(bytes) as unknown as DecodedPayload;
  return {
    time: toTime(own(payload, 'timestamp')),
    // Publishers that use proto3 omit zeros.
    seq: toNumber(own(payload, 'seq')) ?? 0,
    metrics: payload.metrics.map(readMetric),
  };
}

/** Encodes the command that requests a node's birth. */
export function encodeRebirth(time: number): Uint8Array {
  return payloadType
    .encode(
      payloadType.fromObject({
        timestamp: time,
        metrics: [{ name: 'Node Control/Rebirth', timestamp: time, datatype: 11, boolean: true }],
      }),
    )
    .finish();
}
