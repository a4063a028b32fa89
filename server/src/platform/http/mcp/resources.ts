import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listAdvisories } from '@twinward/contracts/advisories/advisory';
import type { RouteContract } from '@twinward/contracts/core/route';
import { getKnownHistory } from '@twinward/contracts/protections/known-history';
import { explainAnswer } from '@twinward/contracts/protections/pattern-answer';
import {
  type Excursion,
  getProtection,
  getTwinProtections,
  listExcursions,
  type Protection,
} from '@twinward/contracts/protections/protection';
import { explainProtection } from '@twinward/contracts/protections/protection-preview';
import { getTwinFailureModes } from '@twinward/contracts/twins/failure-mode';
import { getTwin } from '@twinward/contracts/twins/twin';
import { repositoryDirectory } from '../../config/paths.ts';
import { boundAnswer, longestAnswer } from './answer.ts';
import type { Caller } from './caller.ts';
import type { Arguments } from './request.ts';

/* The MCP resources: what assistants can read by URI. */

const reference = {
  uri: 'twinward://reference/xen',
  name: 'xen',
  title: 'The Xen language',
  description: 'Reference of the language for thresholds and calculated tags',
  mimeType: 'text/markdown',
};

export const resources = [reference];

const json = { mimeType: 'application/json' };

export const resourceTemplates = [
  {
    uriTemplate: 'twinward://twins/{id}/story',
    name: 'twin-story',
    title: 'Overview of a twin',
    description:
      'A twin with its risk, failure modes, protections and their levels, latest excursions and advisories, and known failures',
    ...json,
  },
  {
    uriTemplate: 'twinward://excursions/{id}/why',
    name: 'excursion-why',
    title: 'Why an excursion began',
    description: 'An excursion with the value of each part of its logic at the start',
    ...json,
  },
  {
    uriTemplate: 'twinward://protections/{id}/why',
    name: 'level-why',
    title: 'Why a protection has its level',
    description: 'A protection with the value of each part of its logic at the last evaluation',
    ...json,
  },
];

/** A resource that cannot be read. */
export class ResourceProblem extends Error {
  readonly isMissing: boolean;

  constructor(message: string, isMissing: boolean) {
    super(message);
    this.isMissing = isMissing;
  }
}

type Ask = Caller['ask'];
const readers: Record<string, (ask: Ask, id: number) => Promise<object>> = {
  'twins/story': readStory,
  'excursions/why': readExcursion,
  'protections/why': async (ask, id) => {
    const protection = await read<Protection>(ask, getProtection, { id });
    const { lastEvaluatedDate: time } = protection;
    return { protection, ...(time === null ? {} : { why: await explain(ask, protection, time) }) };
  },
};

/** Reads a resource by calls of the API. @throws ResourceProblem */
export async function readResource(uri: string, ask: Ask): Promise<{ mimeType: string; text: string }> {
  if (uri === reference.uri) {
    const text = await readFile(join(repositoryDirectory, 'docs/language.md'), 'utf8');
    return { mimeType: reference.mimeType, text };
  }
  const [, kind, id, what] = /^twinward:\/\/(\w+)\/([1-9]\d{0,9})\/(\w+)$/.exec(uri) ?? [];
  const reader = readers[`${kind}/${what}`];
  if (!reader) throw new ResourceProblem('Resource not found.', true);
  const text = JSON.stringify(await reader(ask, Number(id)));
  const isCut = text.length > longestAnswer;
  return { ...json, text: isCut ? JSON.stringify(cut(text)) : text };
}

const cut = (text: string) => ({
  notice: `Truncated: the first ${longestAnswer} of ${text.length} characters of JSON.`,
  text: text.slice(0, longestAnswer),
});

/** @throws ResourceProblem with the message of a call that fails. */
async function read<T>(ask: Ask, route: RouteContract, args: Arguments): Promise<T> {
  const { status, payload } = await ask(route, args);
  if (status >= 400) throw new ResourceProblem(messageIn(payload), status === 404);
  return JSON.parse(payload) as T;
}

const messageIn = (payload: string): string => (JSON.parse(payload) as { message: string }).message;

/** Maximum number of records in each part of a story; the latest are used. */
const mostRecords = 50;

async function readStory(ask: Ask, id: number): Promise<object> {
  const twin = await read<object>(ask, getTwin, { id });
  const ofTwin = [{ field: 'TwinId', operator: 'EqualTo', value: id, dataType: 'N' }];
  const newest = (field: string) => ({
    'page-size': mostRecords,
    body: { filters: ofTwin, sorts: [{ field, direction: 'Descending' }] },
  });
  const parts: Record<string, [RouteContract, Arguments]> = {
    failureModes: [getTwinFailureModes, { id, 'page-size': mostRecords }],
    protections: [getTwinProtections, { id, 'page-size': mostRecords }],
    excursions: [listExcursions, newest('Start')],
    advisories: [listAdvisories, newest('Created')],
    known: [getKnownHistory, { id }],
  };
  const story: Record<string, unknown> = { twin };
  for (const [name, [route, args]] of Object.entries(parts))
    story[name] = boundAnswer(await ask(route, args), null, longestAnswer / 6);
  return story;
}

async function readExcursion(ask: Ask, id: number): Promise<object> {
  const body = { filters: [{ field: 'Id', operator: 'EqualTo', value: id, dataType: 'N' }] };
  const [excursion] = await read<Excursion[]>(ask, listExcursions, { body });
  if (!excursion) throw new ResourceProblem('Excursion not found.', true);
  const protection = await read<Protection>(ask, getProtection, { id: excursion.protectionId });
  return { excursion, protection, why: await explain(ask, protection, excursion.start) };
}

/** Explains the value of each part of a protection's logic at a time, by its current definition. */
async function explain(ask: Ask, protection: Protection, time: string): Promise<object> {
  const { id, twinId, type, updatedDate } = protection;
  const answer =
    type === 'pattern'
      ? await ask(explainAnswer, { id, time })
      : await ask(explainProtection, { body: { twinId, protection: toDefinition(protection), time } });
  return {
    time,
    ...(updatedDate > time
      ? { notice: 'The protection has changed since then. This explanation uses its current logic.' }
      : {}),
    ...boundAnswer(answer, null, longestAnswer / 2),
  };
}

const toDefinition = (protection: Protection) => {
  const { type, defaultLevel, startDate, thresholds, tagAliasIds, aliases } = protection;
  const settings = aliases.map(
    ({ tagAliasId, intervalType, expectedInterval, counterInterval, counterStart, tolerance, schedule }) => ({
      tagAliasId,
      intervalType,
      expectedInterval,
      counterInterval,
      counterStart,
      tolerance,
      schedule,
    }),
  );
  return { type, defaultLevel, startDate, thresholds, tagAliasIds, aliases: settings };
};
