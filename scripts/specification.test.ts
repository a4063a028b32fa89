import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@twinward/contracts/core/routes';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { root } from './files.mjs';
import { calls, parts } from './specification/calls.ts';
import { fields } from './specification/fields.ts';
import { otherMessages, screenMessages } from './specification/messages.ts';

// The decision page lists intentional or temporary omissions as `call`, `call body.field`, `Schema.field`, `Schema` or
// text.
const page = readFileSync(
  join(root, 'docs/decisions/0040-list-what-of-the-specification-is-missing.md'),
  'utf8',
);
const excused = new Set([...page.matchAll(/^ *- `([^`\n]+)`/gm)].map(([, name]) => name!));

const messages = [...screenMessages, ...otherMessages];

const isTest = (name: string): boolean => /\.(test|story)\.tsx?$/.test(name);

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(root, folder, name));

const filesIn = (folder: string): string[] =>
  sourcesIn(folder).filter((name) => !isTest(name) && !name.includes('testing/'));

const testsIn = (folder: string): string[] => sourcesIn(folder).filter(isTest);

const missingCalls = (): string[] => {
  const made = new Set(routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`));
  return Object.entries(calls)
    .flatMap(([method, paths]) => paths.map((path) => `${method} ${path}`))
    .filter((call) => !made.has(call));
};

/** Returns the missing fields of bodies, queries and responses, as `POST /api/login body.id`. */
const missingParts = (): string[] => {
  const made = new Map(
    routes.map((route) => [`${route.method} ${route.path.replaceAll(/:\w+/g, ':')}`, route]),
  );
  return (['body', 'query', 'response'] as const).flatMap((part) =>
    Object.entries(parts[part]).flatMap(([call, wanted]) => {
      const objects = objectsIn(made.get(call)?.[part]);
      return wanted
        .filter((field) => !objects.some(({ shape }) => field in shape))
        .map((field) => `${call} ${part}.${field}`);
    }),
  );
};

/** Returns the objects in a schema, without wrappers: lists, unions, null, defaults. */
function objectsIn(schema: unknown): z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema];
  if (schema instanceof z.ZodArray) return objectsIn(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(objectsIn);
  if (schema instanceof z.ZodPipe) return objectsIn(schema.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return objectsIn(schema.unwrap());
  }
  return [];
}

async function missingFields(): Promise<string[]> {
  const schemas = new Map<string, z.ZodObject[]>();
  for (const file of filesIn('contracts/src')) {
    const module: Record<string, unknown> = await import(file);
    for (const schema of Object.values(module)) {
      const id = schema instanceof z.ZodType ? schema.meta()?.id : undefined;
      if (typeof id === 'string') schemas.set(id, objectsIn(schema));
    }
  }
  return Object.entries(fields).flatMap(([path, wanted]) => {
    const [name, ...inner] = path.split('.');
    const objects = inner.reduce(
      (outer, field) => outer.flatMap(({ shape }) => objectsIn(shape[field])),
      schemas.get(name!) ?? [],
    );
    if (objects.length === 0) return [path];
    return wanted
      .filter((field) => !objects.some(({ shape }) => field in shape))
      .map((field) => `${path}.${field}`);
  });
}

/** Normalizes source text: removes escapes, and collapses white space. */
const plain = (source: string): string =>
  source
    .replaceAll(/\\(['"`])/g, '$1')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

/** Whether a file contains all parts of a message between its placeholders. */
const hasParts = (source: string, message: string): boolean =>
  message.split('{}').every((part) => source.includes(part.trim()));

function missingMessages(): string[] {
  const sources = ['contracts/src', 'domain/src', 'server/src', 'web/src']
    .flatMap(filesIn)
    .map((file) => plain(readFileSync(file, 'utf8')));
  return messages.filter((message) => !sources.some((source) => hasParts(source, message)));
}

describe('the specification', () => {
  let answered: string[];
  let shown: string[];
  const called = [...missingCalls(), ...missingParts()];
  beforeAll(async () => {
    answered = await missingFields();
    shown = missingMessages();
  }, 300_000);

  it('lists only calls that exist, with their parameters and responses', () => {
    expect(called.filter((call) => !excused.has(call))).toEqual([]);
  });

  it('lists only fields that are returned', () => {
    expect(answered.filter((field) => !excused.has(field))).toEqual([]);
  });

  it('lists only texts that are shown', () => {
    expect(shown.filter((message) => !excused.has(message))).toEqual([]);
  });

  /** Returns the messages that no test of a kind expects. */
  const unexpected = (wanted: readonly string[], isMeant: (file: string) => boolean): string[] => {
    const tests = ['contracts/src', 'domain/src', 'server/src', 'web/src', 'e2e/src']
      .flatMap(testsIn)
      .filter(isMeant)
      .map((file) => plain(readFileSync(file, 'utf8')));
    return wanted.filter(
      (message) => !excused.has(message) && !tests.some((test) => hasParts(test, message)),
    );
  };

  it('lists screen texts that are each expected by a screen test', () => {
    expect(unexpected(screenMessages, (file) => /\.(test\.tsx|story\.ts)$/.test(file))).toEqual([]);
  });

  it('lists the other texts as errors, each expected by a test and documented with its reason', () => {
    expect(unexpected(otherMessages, () => true)).toEqual([]);
    expect(otherMessages.filter((message) => !page.includes(`| \`${message}\` |`))).toEqual([]);
  });

  it('has no exception for an existing part', () => {
    const missing = new Set([...called, ...answered, ...shown]);
    expect([...excused].filter((name) => !missing.has(name))).toEqual([]);
  });
});
