import { fileURLToPath } from 'node:url';

/** Parts of MUI that its own parts import, and that the first load does without. */

const tooltip = /@mui[\\/]material[\\/]Tooltip[\\/]Tooltip\.mjs$/;
const ripple = /@mui[\\/]material[\\/]ButtonBase[\\/]TouchRipple\.mjs$/;
const lazyPopper = fileURLToPath(new URL('src/ui/page/lazy-popper.ts', import.meta.url));

/**
 * A plugin that loads what places tooltips apart, and leaves out the ripples of buttons, which the theme turns off,
 * `src/ui/theme/theme.ts`.
 */
export function trimMui() {
  return {
    name: 'trim-mui',
    enforce: 'pre' as const,
    apply: 'build' as const,
    resolveId: (source: string, importer: string | undefined) =>
      importer !== undefined && tooltip.test(importer) && /^\.\.\/Popper\b/.test(source) ? lazyPopper : null,
    load: (id: string) => (ripple.test(id) ? 'export default () => null;' : null),
  };
}
