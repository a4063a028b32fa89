import { findModule, isTest, workspaces } from './sources.mjs';

/** The folders of the evaluation engine. Each may import only itself and earlier ones. */
const engineFolders = ['model', 'compile', 'run', 'explain', 'scenario'];
const findEngineFolder = (path) => /^domain\/src\/evaluation\/([^/]+)\//.exec(path)?.[1];

/** Rules between folders. Each returns why a file must not import a target, or a falsy value. */
const rules = [
  (file, target) => {
    const [from, to] = [file.split('/')[0], target.split('/')[0]];
    return (
      workspaces[from] && workspaces[to] && !workspaces[from].includes(to) && `${from} never imports ${to}`
    );
  },
  (file, target) => {
    const [from, to] = [file, target].map((path) => engineFolders.indexOf(findEngineFolder(path)));
    return (
      from >= 0 && to > from && !isTest(file) && `${engineFolders[from]} never imports ${engineFolders[to]}`
    );
  },
  (file, target) =>
    /^server\/src\/(platform|series)\//.test(file) &&
    target.startsWith('server/src/modules/') &&
    `${file.split('/')[2]} never imports a module`,
  (file, target) => {
    const from = findModule(file);
    const to = findModule(target);
    const part = /^server\/src\/modules\/[^/]+\/[^/]+\/(.+)$/.exec(target)?.[1];
    // A test runs the jobs that its module enqueues.
    const open = file.endsWith('.test.ts') ? /^(service|events|jobs)(\.ts)?$/ : /^(service|events)(\.ts)?$/;
    return (
      from &&
      to &&
      from !== to &&
      !open.test(part) &&
      'of another module only service.ts and events.ts may be imported'
    );
  },
  (file, target) => {
    const [from, to] = [file, target].map((path) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]);
    return from && to && from !== to && 'a feature never imports another feature';
  },
  (file, target) =>
    file.startsWith('web/src/ui/') &&
    /^web\/src\/(shared|features)\//.test(target) &&
    'ui imports neither shared nor features',
  (file, target) =>
    file.startsWith('web/src/shared/') &&
    target.startsWith('web/src/features/') &&
    'shared imports no feature',
  (file, target) =>
    /^web\/src\/(?!app\/|main\.tsx$)/.test(file) &&
    target.startsWith('web/src/app/') &&
    'nothing imports the app',
];

/** Every import that breaks a rule between folders, as `file: reason (imports target)`. */
export function findForbiddenImports(sources) {
  return sources.flatMap(({ file, targets }) =>
    targets.flatMap((target) =>
      rules
        .map((rule) => rule(file, target))
        .filter(Boolean)
        .map((reason) => `${file}: ${reason} (imports ${target})`),
    ),
  );
}
