import { type FieldDefinition, maximumFilterableFields } from '@twinward/contracts/records/field';
import type { RecordTypeChange } from '@twinward/contracts/records/record-type';
import { getKind, isFilterable } from './kinds.ts';
import { patternProblem } from './pattern.ts';
import { namesInTemplate, numberTemplateProblem } from './template.ts';

interface TypeProblem {
  /** Path within the type, as in `fields.0.name`. */
  path: string;
  message: string;
}

type Definition = Pick<RecordTypeChange, 'fields' | 'states' | 'transitions' | 'titleTemplate'>;

/** Names of columns of lists and files that a field can't have as its caption. */
const reservedCaptions = new Set(['id', 'state']);

/**
 * Returns the problems of a type definition on its own. The server also checks references to other types and the
 * expressions of computed fields. The browser can't: compiling an expression generates code, which the
 * Content-Security-Policy forbids.
 */
export function typeProblems(type: Definition): TypeProblem[] {
  const names = new Set(type.fields.map(({ name }) => name));
  return [
    ...doubles(type.fields, 'fields', ({ name }) => name, 'name'),
    ...doubles(type.fields, 'fields', ({ caption }) => caption, 'caption'),
    ...doubles(type.states, 'states', ({ name }) => name, 'name'),
    ...stateProblems(type),
    ...templateProblems(type.titleTemplate, type.fields),
    ...type.fields.flatMap((field, place) =>
      fieldProblems(field, type, names).map(({ path, message }) => ({
        path: `fields.${place}.${path}`,
        message,
      })),
    ),
    ...conditionCycles(type.fields),
    ...tooManyFilterable(type.fields),
  ];
}

function doubles<T>(
  items: readonly T[],
  path: string,
  getText: (item: T) => string,
  property: string,
): TypeProblem[] {
  const seen = new Set<string>();
  return items.flatMap((item, place) => {
    const text = getText(item).toLowerCase();
    if (!seen.has(text)) {
      seen.add(text);
      return [];
    }
    return [{ path: `${path}.${place}.${property}`, message: 'Please enter a unique value.' }];
  });
}

function stateProblems({ states, transitions }: Definition): TypeProblem[] {
  const names = new Set(states.map(({ name }) => name));
  const steps = new Set<string>();
  return transitions.flatMap(({ from, to }, place) => {
    const problems: TypeProblem[] = [];
    for (const [property, name] of [['from', from] as const, ['to', to] as const]) {
      if (!names.has(name))
        problems.push({ path: `transitions.${place}.${property}`, message: `There is no state '${name}'.` });
    }
    const step = `${from} ${to}`;
    if (from === to)
      problems.push({ path: `transitions.${place}.to`, message: 'Please choose another state.' });
    if (steps.has(step))
      problems.push({
        path: `transitions.${place}.to`,
        message: 'A step between these states already exists.',
      });
    steps.add(step);
    return problems;
  });
}

function templateProblems(template: string, fields: readonly FieldDefinition[]): TypeProblem[] {
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]));
  const wrong = namesInTemplate(template).find((name) => !kinds.has(name));
  if (wrong !== undefined)
    return [{ path: 'titleTemplate', message: `There is no field '${wrong.slice(0, 100)}'.` }];
  const unshown = namesInTemplate(template).find((name) =>
    ['attachment', 'roll-up'].includes(kinds.get(name)!),
  );
  return unshown === undefined
    ? []
    : [{ path: 'titleTemplate', message: `The field '${unshown}' can't be a part of the title.` }];
}

function fieldProblems(
  field: FieldDefinition,
  { fields, states }: Definition,
  names: ReadonlySet<string>,
): TypeProblem[] {
  const problems: TypeProblem[] = [];
  const add = (path: string, message: string) => problems.push({ path, message });
  if (field.name in {}) add('name', 'Please choose another name.');
  if (reservedCaptions.has(field.caption.toLowerCase())) add('caption', 'Please choose another caption.');
  for (const path of ['shownWhen', 'requiredWhen'] as const) {
    const condition = field[path];
    if (!condition) continue;
    if (!names.has(condition.field)) add(path, `There is no field '${condition.field}'.`);
    else if (condition.field === field.name) add(path, 'A field can’t depend on itself.');
  }
  const unknownState = field.readOnlyIn.find((name) => !states.some((state) => state.name === name));
  if (unknownState !== undefined) add('readOnlyIn', `There is no state '${unknownState}'.`);
  if (!getKind(field.kind).isEntered && (field.required || field.requiredWhen))
    add('required', 'A field that users cannot enter can’t be required.');
  if ('unique' in field && field.unique && !field.filterable)
    add('unique', 'A unique field needs an index. Please allow lists to filter by it.');
  if ('minimum' in field && field.minimum !== null && field.maximum !== null && field.minimum > field.maximum)
    add('maximum', 'Please enter a value that is not below the minimum.');
  if (field.kind === 'text' && field.pattern !== '') {
    const message = patternProblem(field.pattern);
    if (message !== null) add('pattern', message);
  }
  if (problems.length === 0) problems.push(...kindProblems(field, fields));
  return problems;
}

function kindProblems(field: FieldDefinition, fields: readonly FieldDefinition[]): TypeProblem[] {
  const problems: TypeProblem[] = [];
  const add = (path: string, message: string) => problems.push({ path, message });
  if ('default' in field && field.default !== null && field.default !== '' && !isWord(field)) {
    const checked = getKind(field.kind).check(field.default, field);
    if ('message' in checked) add('default', checked.message);
  }
  if (field.kind === 'auto-number') {
    const message = numberTemplateProblem(field.template);
    if (message !== null) add('template', message);
  }
  if (field.kind === 'roll-up') {
    if (field.function === 'count' && field.field !== null) add('field', 'A count does not use a field.');
    if (field.function !== 'count' && field.field === null) add('field', 'Required.');
  }
  if ('feeds' in field && field.feeds) {
    const find = (name: string) => fields.find((one) => one.name === name);
    const [asset, time] = [find(field.feeds.asset), find(field.feeds.time)];
    if (asset?.kind !== 'reference' || asset.recordType !== 'asset')
      add('feeds', 'Please choose a field that refers to an asset.');
    else if (time?.kind !== 'date' && time?.kind !== 'date-time')
      add('feeds', 'Please choose a date field for the time of the points.');
  }
  if ('reminders' in field) {
    const users = new Set(fields.flatMap(({ kind, name }) => (kind === 'user' ? [name] : [])));
    field.reminders.forEach(({ userFields, userIds, groups }, place) => {
      const wrong = userFields.find((name) => !users.has(name));
      if (wrong !== undefined)
        add(`reminders.${place}.userFields`, `There is no field '${wrong}' of kind user.`);
      if (userFields.length + userIds.length + groups.length === 0)
        add(`reminders.${place}`, 'Please choose users or groups to remind.');
    });
  }
  return problems;
}

/** Whether the default is a word such as 'today' instead of a value. */
const isWord = (field: FieldDefinition): boolean =>
  'default' in field && ['today', 'now', 'current'].includes(String(field.default)) && field.kind !== 'text';

/** Finds cycles of `shownWhen` conditions: fields of a cycle would never be shown. */
function conditionCycles(fields: readonly FieldDefinition[]): TypeProblem[] {
  const above = new Map(fields.map(({ name, shownWhen }) => [name, shownWhen?.field]));
  return fields.flatMap(({ name }, place) => {
    const seen = new Set<string>();
    let at: string | undefined = above.get(name);
    while (at !== undefined && at !== name && !seen.has(at)) {
      seen.add(at);
      at = above.get(at);
    }
    const way = [name, ...seen, name].slice(0, 20).join(' - ');
    return at === name && seen.size > 0
      ? [{ path: `fields.${place}.shownWhen`, message: `The conditions form a cycle: ${way}.` }]
      : [];
  });
}

function tooManyFilterable(fields: readonly FieldDefinition[]): TypeProblem[] {
  const count = fields.filter(isFilterable).length;
  if (count <= maximumFilterableFields) return [];
  const message = `Lists can filter by at most ${maximumFilterableFields} fields of a type; these are ${count}.`;
  return [{ path: 'fields', message }];
}
