import { fileURLToPath } from 'node:url';

/** Parts of libraries that the first load does without. */

const tooltip = /@mui[\\/]material[\\/]Tooltip[\\/]Tooltip\.mjs$/;
const ripple = /@mui[\\/]material[\\/]ButtonBase[\\/]TouchRipple\.mjs$/;
const lazyPopper = fileURLToPath(new URL('src/ui/page/lazy-popper.ts', import.meta.url));
/** The package names its development build, with warnings, also for those who build. */
const router = fileURLToPath(
  new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url),
);

/** A module that does nothing. */
const nothing = '\0nothing';
const routerBuild = /react-router[\\/]dist[\\/]production[\\/]/;

/** Lets a bundler leave out the components of the router that nothing uses. */
const markPure = (code: string): string =>
  code
    .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
    .replaceAll(/ = (React\d*\.(?:forwardRef|memo|createContext)\()/g, ' = /* @__PURE__ */ $1');

/**
 * A plugin that loads what places tooltips apart, leaves out the ripples of buttons, which the theme turns off,
 * `src/ui/theme/theme.ts`, and takes the production build of the router, without what is not used of it.
 */
export function trimLibraries() {
  return {
    name: 'trim-libraries',
    enforce: 'pre' as const,
    apply: 'build' as const,
    resolveId: (source: string, importer: string | undefined) => {
      if (source === 'react-router') return router;
      // Emotion imports it for a function that nothing here calls.
      if (source === 'hoist-non-react-statics') return nothing;
      return importer !== undefined && tooltip.test(importer) && /^\.\.\/Popper\b/.test(source)
        ? lazyPopper
        : null;
    },
    transform: (code: string, id: string) => (routerBuild.test(id) ? markPure(code) : null),
    load: (id: string) => (ripple.test(id) || id === nothing ? 'export default () => null;' : null),
  };
}
