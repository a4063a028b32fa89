import { lazyPart } from '../../ui/page/lazy-overlay.tsx';

/** Lazily loaded explanation of an answer, shown on a click. */
export const AnswerWhy = lazyPart(async () => (await import('./answer-why.tsx')).AnswerWhy);
