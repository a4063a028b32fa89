import { lazyPart } from '../../ui/page/lazy-overlay.tsx';

/** Why the patterns answered so, asked for by a click; its code is loaded apart. */
export const AnswerWhy = lazyPart(async () => (await import('./answer-why.tsx')).AnswerWhy);
