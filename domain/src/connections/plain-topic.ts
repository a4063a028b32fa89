import type { Quality } from '@twinward/contracts/signals/data-point';
import { type QualityCodes, readQuality } from '../file/quality.ts';
import { type JsonPath, parseJsonPath, readJsonPath } from './json-path.ts';
import type { ReadPoint } from './point.ts';
import { matchesFilter, problemOfFilter } from './topic-filter.ts';

/**
 * Where to find value, time and quality in the messages of plain topics. Configured by a line with a filter and paths:
 *
 *     plant/+/temperature
 *     plant/+/state | value=data.flow; value=data.level; time=ts; quality=q
 *
 * Without paths the whole message is a number.
 */
export interface PlainTopic {
  filter: string;
  /** The path of each value, parsed and as text. If empty, the whole message is the number. */
  values: readonly { text: string; path: JsonPath }[];
  time: JsonPath | null;
  quality: { path: JsonPath; codes: QualityCodes } | null;
}

const keys = ['value', 'time', 'quality', 'status'] as const;

/** Parses a line. Returns the rule or an error message. */
export function parsePlainTopic(line: string): PlainTopic | string {
  const bar = line.indexOf('|');
  const filter = (bar < 0 ? line : line.slice(0, bar)).trim();
  const problem = problemOfFilter(filter);
  if (problem) return problem;
  const values: { text: string; path: JsonPath }[] = [];
  let time: JsonPath | null = null;
  let quality: PlainTopic['quality'] = null;
  const parts = bar < 0 ? [] : (line.slice(bar + 1).match(/(?:"(?:[^"\\]|\\.)*"|[^;])+/g) ?? []);
  for (const part of parts) {
    if (part.trim() === '') continue;
    const [, key, text] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    if (!keys.some((known) => known === key) || text === undefined) {
      return `Please write value=, time=, quality= or status= instead of '${part.trim()}'.`;
    }
    const path = parseJsonPath(text);
    if (!path) return `'${text}' is not a path such as data.values[0] or ["inlet pressure"].`;
    if (key === 'value') {
      if (values.some((value) => value.text === text)) return `The path ${text} is given twice.`;
      values.push({ text, path });
    } else if (key === 'time') {
      if (time) return 'Please enter only one path for the time.';
      time = path;
    } else {
      if (quality) return 'Please enter only one path for the quality.';
      quality = { path, codes: key === 'quality' ? 'opc-da' : 'opc-ua' };
    }
  }
  if (values.length === 0 && (bar >= 0 || time || quality)) {
    return 'Please enter the path of the value, such as value=data.flow.';
  }
  return { filter, values, time, quality };
}

/** Returns the source of a value: the topic, or `topic#path` if the rule has several values. Topics contain no '#'. */
export const plainSource = (topic: string, rule: PlainTopic, text: string): string =>
  rule.values.length > 1 ? `${topic}#${text}` : topic;

export const findPlainTopic = (rules: readonly PlainTopic[], topic: string): PlainTopic | undefined =>
  rules.find((rule) => matchesFilter(rule.filter, topic));

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** Longer texts are neither numbers nor times. They are not parsed, because matching patterns would take long. */
const longestText = 100;

/** Returns a number, 0 or 1 for a boolean, or null for no value. Undefined if the value is not a number. */
function parseNumber(value: unknown): number | null | undefined {
  if (value === null) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string' || value.length > longestText) return undefined;
  const text = value.trim();
  if (plainNumber.test(text)) return parseNumber(Number(text));
  if (/^(true|false)$/i.test(text)) return text.length === 4 ? 1 : 0;
  return /^(nan|null|[+-]?inf(inity)?)$/i.test(text) ? null : undefined;
}

/** Parses a text with a zone, or a number of s, ms, us or ns since 1970. The unit is derived from its size. */
function parseTime(value: unknown): number | null {
  if (typeof value === 'string' && value.length > longestText) return null;
  if (typeof value === 'string' && !plainNumber.test(value.trim())) {
    if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/i.test(value)) return null;
    const time = Date.parse(value.replace(' ', 'T'));
    return Number.isNaN(time) ? null : time;
  }
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  if (!Number.isFinite(number) || number <= 0) return null;
  // 1e11 s is in the year 5138, 1e11 ms in 1973.
  if (number < 1e11) return Math.round(number * 1e3);
  if (number < 1e14) return Math.round(number);
  return Math.round(number < 1e17 ? number / 1e3 : number / 1e6);
}

function parseQuality(value: unknown, codes: QualityCodes): Quality | null {
  if (typeof value === 'boolean') return value ? 'good' : 'bad';
  return typeof value === 'string' || typeof value === 'number' ? readQuality(String(value), codes) : null;
}

interface PlainMessage {
  points: ReadPoint[];
  /** Describes the values that could not be read, or null. */
  problem: string | null;
}

/**
 * Returns the points of a message. A value that can't be read is omitted and reported.
 * @param arrival epoch milliseconds, for messages without a time
 */
export function readPlainMessage(
  rule: PlainTopic,
  topic: string,
  payload: string,
  arrival: number,
): PlainMessage {
  const none = (problem: string): PlainMessage => ({ points: [], problem: `${topic}: ${problem}` });
  if (rule.values.length === 0) {
    const value = parseNumber(payload);
    if (value === undefined) return none('the message is not a number.');
    return {
      points: [{ source: topic, time: arrival, value, quality: value === null ? 'bad' : 'good' }],
      problem: null,
    };
  }
  let document: unknown;
  try {
    document = JSON.parse(payload);
  } catch {
    return none('the message is not JSON.');
  }
  const time = rule.time ? parseTime(readJsonPath(document, rule.time)) : arrival;
  if (time === null) return none('the time is missing, or neither a number nor a text with a time zone.');
  let stated: Quality | null = 'good';
  if (rule.quality) {
    stated = parseQuality(readJsonPath(document, rule.quality.path), rule.quality.codes);
    if (stated === null) return none('the quality is missing or unknown.');
  }
  const points: ReadPoint[] = [];
  let problem: string | null = null;
  for (const { text, path } of rule.values) {
    const found = readJsonPath(document, path);
    // Messages of several values often contain only the changed ones.
    if (found === undefined && rule.values.length > 1) continue;
    const value = parseNumber(found);
    if (value === undefined) {
      problem = `${topic}: no number at ${text}.`;
      continue;
    }
    const quality = value === null ? 'bad' : stated;
    points.push({ source: plainSource(topic, rule, text), time, value, quality });
  }
  return { points, problem };
}
