import createCache, { type EmotionCache } from '@emotion/cache';
import * as react from 'react';

/** What decides if a user can see and reach an element, and what tests look at. */
const keptProperties = new Set([
  'display',
  'visibility',
  'pointer-events',
  'user-select',
  'background-color',
  'border-top',
  'height',
  'width',
  'position',
  'text-align',
  'text-overflow',
  'white-space',
  'z-index',
]);

/** Part of a style sheet as the cache's plugins get it. */
interface StylePart {
  type: string;
  props: string | string[];
  value: string;
}

/** Leaves out the properties that no test looks at: jsdom reads every rule for each element that is looked for by its role. */
function leaveOut(part: StylePart): void {
  if (part.type === 'decl' && !keptProperties.has(String(part.props))) part.value = '';
}

/**
 * Empties the library's cache of styles. Rules go straight into one sheet: a style element each is a change of the
 * page, after which everything that a test waits for is looked for again.
 */
export function emptyStyles(styles: EmotionCache): void {
  styles.sheet.flush();
  const { sheet, ...rest } = createCache({
    key: 'css',
    container: document.head,
    speedy: true,
    stylisPlugins: [leaveOut],
  });
  Object.assign(styles, rest, { sheet });
  const insert = sheet.insert.bind(sheet);
  sheet.insert = (rule) => {
    if (!rule.endsWith('{}')) insert(rule);
  };
}

/** React keeps where each element was made, for its warnings, unless it has made ten thousand in the same second. */
export function keepNoOrigins(): void {
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = react as unknown as {
    __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
  };
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => 10_000,
    set: () => {},
  });
}

const quickLabels = new WeakSet();

/** Finds labels by the document's own lists; jsdom goes through the whole page for every label of every element. */
export function findLabelsQuickly(): void {
  if (quickLabels.has(HTMLLabelElement)) return;
  quickLabels.add(HTMLLabelElement);
  replaceGetter(HTMLLabelElement.prototype, 'control', (label, inWholePage) => {
    if (!label.htmlFor) return inWholePage();
    const element = document.getElementById(label.htmlFor);
    return element && 'labels' in element && isLabelable(element) ? element : null;
  });
  const labelled = [
    HTMLButtonElement,
    HTMLInputElement,
    HTMLMeterElement,
    HTMLOutputElement,
    HTMLProgressElement,
    HTMLSelectElement,
    HTMLTextAreaElement,
  ];
  for (const { prototype } of labelled) {
    replaceGetter<HTMLElement>(prototype, 'labels', (element) =>
      isLabelable(element)
        ? [...document.getElementsByTagName('label')].filter(({ control }) => control === element)
        : null,
    );
  }
}

const isLabelable = (element: Element): boolean =>
  !(element instanceof HTMLInputElement && element.type === 'hidden');

/** What is not on the page is left to the former getter. */
function replaceGetter<T extends HTMLElement>(
  prototype: T,
  name: string,
  getter: (element: T, former: () => unknown) => unknown,
): void {
  const former = Object.getOwnPropertyDescriptor(prototype, name)!.get!;
  Object.defineProperty(prototype, name, {
    configurable: true,
    get(this: T) {
      return this.isConnected ? getter(this, () => former.call(this)) : former.call(this);
    },
  });
}
