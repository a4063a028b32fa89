import { __unsafe_useEmotionCache } from '@emotion/react';
import { cleanup, configure, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { ChartOption } from '../ui/chart/chart-option.ts';
import type { MarksOption } from '../ui/chart/marks-canvas.tsx';
import { preloadOverlays } from '../ui/page/lazy-overlay.tsx';
import { drawn, drawnMarks } from './drawn.ts';
import { disableElementTraces, emptyStyles, findLabelsQuickly } from './quick-dom.ts';

// A generous timeout: waits end with their condition.
configure({ asyncUtilTimeout: 60_000 });

// The style library is loaded once for many files, so remove the styles of the previous file.
renderHook(() => emptyStyles(__unsafe_useEmotionCache()!)).unmount();
findLabelsQuickly();
disableElementTraces();

// jsdom has no canvas, so record the options instead of drawing.
vi.mock('../ui/chart/drawn-chart.tsx', () => ({
  DrawnChart: ({ option }: { option: ChartOption }) => {
    drawn.option = option;
    return null;
  },
}));
vi.mock('../ui/chart/figure-canvas.tsx', () => ({ FigureCanvas: () => null }));
vi.mock('../ui/chart/marks-canvas.tsx', () => ({
  MarksCanvas: ({ option, onClick }: { option: MarksOption; onClick: typeof drawnMarks.click }) => {
    Object.assign(drawnMarks, { option, click: onClick });
    return null;
  },
}));

// Browser APIs that jsdom lacks.
window.matchMedia ??= (query: string): MediaQueryList =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  }) satisfies MediaQueryList;

window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

/** Reports nothing as visible unless a test replaces it. */
window.IntersectionObserver ??= class {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
};

Element.prototype.scrollIntoView ??= () => {};

// Required by the logic editor, which measures its text.
const nowhere = { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0 } as DOMRect;
Range.prototype.getClientRects ??= () => [nowhere] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect ??= () => nowhere;

// Preloaded, so that menus open at once.
beforeEach(preloadOverlays);

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
