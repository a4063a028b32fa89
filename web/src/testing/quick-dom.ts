import createCache, { type EmotionCache } from '@emotion/cache';
import * as react from 'react';

/** Properties that affect visibility and interaction, or that tests check. */
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

/** A part of a style sheet, as passed to plugins of the cache. */
interface StylePart {
  type: string;
  props: string | string[];
  value: string;
}

/** Omits properties that no test checks, since jsdom evaluates all rules for each query by role. */
function omitUntested(part: StylePart): void {
  if (part.type === 'decl' && !keptProperties.has(String(part.props))) part.value = '';
}

/**
 * Empties the style cache of the library. Rules are inserted into one sheet, since adding a style element for each is a
 * DOM mutation, after which `waitFor` repeats its queries.
 */
export function emptyStyles(styles: EmotionCache): void {
  styles.sheet.flush();
  const { sheet, ...rest } = createCache({
    key: 'css',
    container: document.head,
    speedy: true,
    stylisPlugins: [omitUntested],
  });
  Object.assign(styles, rest, { sheet });
  const insert = sheet.insert.bind(sheet);
  sheet.insert = (rule) => {
    if (!rule.endsWith('{}')) insert(rule);
  };
}

/** Disables React's stack traces of element creation, which it skips after ten thousand elements in a second. */
export function disableElementTraces(): void {
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

/** Finds labels by collections of the document, since jsdom traverses the whole page for the labels of each element. */
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

/** Replaces a getter. Elements outside the document use the original one. */
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
