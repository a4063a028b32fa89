import { fileURLToPath } from 'node:url';

/** Removes or defers parts of libraries that the first load does not need. */

/** A function of emotion that nothing calls, and themes of CSS variables, which the product's theme does not use. */
const unused = /^hoist-non-react-statics$|^\.\/createThemeWithVars\.mjs$/;
const tooltip = /@mui[\\/]material[\\/]Tooltip[\\/]Tooltip\.mjs$/;
const ripple = /@mui[\\/]material[\\/]ButtonBase[\\/]TouchRipple\.mjs$/;
const lazyPopper = fileURLToPath(new URL('src/ui/page/lazy-popper.ts', import.meta.url));
/** The production build, since the package resolves to its development build with warnings. */
const router = fileURLToPath(
  new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url),
);

/** An empty module. */
const nothing = '\0nothing';
const routerBuild = /react-router[\\/]dist[\\/]production[\\/]/;

/** Components that only the data router shows. They reference most of its code. */
const dataRouterOnly = /^(function|var) (PrefetchPageLinks|RenderErrorBoundary)\b/gm;

/**
 * Empties the components of the data router, and marks the other components as pure, so that the bundler removes what
 * the pages do not use.
 */
const trimRouter = (code: string): string =>
  code
    .replaceAll(/^\w+\.(displayName|contextType) = "?\w+"?;$/gm, '')
    .replaceAll(/ = (React\d*\.(?:forwardRef|memo|createContext)\()/g, ' = /* @__PURE__ */ $1')
    .replaceAll(
      / = (class extends React\d*\.Component \{$[\s\S]*?^\});$/gm,
      ' = /* @__PURE__ */ (() => $1)();',
    )
    .replaceAll(dataRouterOnly, 'const $2 = () => null;\n$1 $2Unused');

/**
 * A plugin that loads the popper of tooltips lazily, removes the ripples of buttons, which the theme turns off (see
 * `src/ui/theme/theme.ts`), and uses the production build of the router without its unused parts.
 */
export function trimLibraries() {
  return {
    name: 'trim-libraries',
    enforce: 'pre' as const,
    apply: 'build' as const,
    resolveId: (source: string, importer: string | undefined) => {
      if (source === 'react-router') return router;
      if (unused.test(source)) return nothing;
      return importer !== undefined && tooltip.test(importer) && /^\.\.\/Popper\b/.test(source)
        ? lazyPopper
        : null;
    },
    transform: (code: string, id: string) => (routerBuild.test(id) ? trimRouter(code) : null),
    load: (id: string) => (ripple.test(id) || id === nothing ? 'export default () => null;' : null),
  };
}
