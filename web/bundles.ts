import { fileURLToPath } from 'node:url';

/** How modules are joined to files: a page loads few, of what several pages need. */

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * Not followed: nothing here uses it, and it names the styles of all fields. It is left out of the files, but what it
 * imports would be in the first of them.
 */
const unused = /@mui[\\/]material[\\/]styles[\\/]enhanceHighContrast\./;

/** A group of what some files import before they run, apart from what earlier such groups have. */
function group(name: string, priority: number, paths: readonly string[]) {
  const roots = paths.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  /** Found once all modules are known. */
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
  const nameOf = (id: string, graph: ModuleGraph): string | null => {
    modules ??= find(graph);
    return modules.has(id) ? name : null;
  };
  return { name: nameOf, debugName: name, priority };
}

const library = /node_modules[\\/]|web[\\/]src[\\/](ui|shared)[\\/]/;
const own = /node_modules[\\/]|(web|contracts|domain)[\\/]src[\\/]/;

export const codeSplitting = {
  groups: [
    // What a signed-in user loads first.
    group('start', 9, ['src/main.tsx', 'src/features/home/home-page.tsx']),
    { name: 'icons', test: /@mdi[\\/]js[\\/]/, priority: 8 },
    // What Monitor shares with pages that show no signals.
    group('basics', 7, [
      '../node_modules/@mui/material/TableContainer/TableContainer.mjs',
      '../contracts/src/core/time-range.ts',
      '../contracts/src/protections/logic-limits.ts',
      '../domain/src/unit-text.ts',
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
    // Signals over time, their limits and excursions.
    group('signals', 6, ['src/features/protection/monitor-page.tsx']),
    // What opens over every page, `src/ui/page/lazy-overlay.tsx`.
    group('overlays', 5, [
      'src/app/shell/account-panel.tsx',
      'src/app/shell/bar-menu-items.tsx',
      'src/app/shell/color-mode-items.tsx',
      'src/ui/dialogs/confirm-dialog.tsx',
      'src/ui/page/action-items.tsx',
    ]),
    // Of tooltips, `web/libraries.ts`, and choices.
    group('poppers', 4, ['../node_modules/@mui/material/Popper/index.mjs']),
    group('forms', 3, [
      'src/features/session/sign-in-page.tsx',
      'src/ui/dialogs/app-dialog.tsx',
      'src/ui/form/use-unsaved-guard.tsx',
    ]),
    group('lists', 2, ['src/features/twin/twins-page.tsx']),
    { name: 'library', test: library, minShareCount: 12, priority: 1 },
    // Many small files take longer to ask for than to read.
    { name: 'common', test: own, minShareCount: 7, priority: 0 },
  ],
};
