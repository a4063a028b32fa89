import { fileURLToPath } from 'node:url';

/** Code splitting: groups modules into chunks, so that each page loads few files that other pages share. */

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * Not followed: an unused module that imports the styles of all fields. It is tree-shaken itself, but its imports would
 * end up in the first chunk.
 */
const unused = /@mui[\\/]material[\\/]styles[\\/]enhanceHighContrast\./;

/** A chunk with the static imports of some files, without those in groups of higher priority. */
function group(name: string, priority: number, paths: readonly string[]) {
  const roots = paths.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  /** Computed when all modules are known. */
  let modules: ReadonlySet<string> | undefined;
  const find = (graph: ModuleGraph): ReadonlySet<string> => {
    const found = new Set<string>();
    const add = (id: string): void => {
      if (found.has(id) || unused.test(id)) return;
      found.add(id);
      graph.getModuleInfo(id)?.importedIds.forEach(add);
    };
    roots.forEach(add);
    return found;
  };
  const findName = (id: string, graph: ModuleGraph): string | null => {
    modules ??= find(graph);
    return modules.has(id) ? name : null;
  };
  return { name: findName, debugName: name, priority };
}

/**
 * Of the application and its libraries, not of the build itself. The chart library stays in the parts that pages load:
 * Monitor would load the rest with it.
 */
const own = /(node_modules[\\/](?!echarts|zrender|tslib)|(web|contracts|domain)[\\/]src[\\/])/;

export const codeSplitting = {
  groups: [
    // The first load of a signed-in user.
    group('start', 9, ['src/main.tsx', 'src/features/home/home-page.tsx']),
    // Monitor, and what all pages have in common with it: tables, signals over time, excursions.
    group('signals', 6, [
      '../contracts/src/core/time-range.ts',
      '../contracts/src/protections/logic-limits.ts',
      '../domain/src/unit-text.ts',
      '../node_modules/@mui/material/TableContainer/TableContainer.mjs',
      'src/features/protection/monitor-page.tsx',
      'src/shared/api/queries/use-data-extent.ts',
      'src/shared/api/queries/use-tag.ts',
      'src/shared/api/queries/use-twin.ts',
      'src/shared/twin/twin-state.tsx',
      'src/shared/units/use-display-unit.ts',
      'src/shared/work/work-columns.tsx',
      'src/ui/chart/time-ticks.ts',
      'src/ui/chart/use-chart-ink.ts',
      'src/ui/chart/value-axis.ts',
      'src/ui/form/date-input.tsx',
      'src/ui/list/paged.tsx',
      'src/ui/page/actions-menu.tsx',
      'src/ui/page/link-tabs.tsx',
      'src/ui/page/use-has-been-near.ts',
    ]),
    // Dialogs and menus, which open over every page, and the sign-in.
    group('dialogs', 5, [
      '../node_modules/@mui/material/Popper/index.mjs',
      'src/app/shell/account-panel.tsx',
      'src/app/shell/bar-menu-items.tsx',
      'src/app/shell/color-mode-items.tsx',
      'src/features/session/sign-in-page.tsx',
      'src/ui/dialogs/app-dialog.tsx',
      'src/ui/dialogs/confirm-dialog.tsx',
      'src/ui/form/use-unsaved-guard.tsx',
      'src/ui/page/action-items.tsx',
    ]),
    { name: 'editors', test: /node_modules[\\/](@codemirror|@lezer|codemirror)[\\/]/, priority: 3 },
    // Of two pages or more. Many small files take longer to ask for than to read.
    { name: 'shared', test: own, minShareCount: 2, priority: 0 },
  ],
};
