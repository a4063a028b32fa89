import { mdiCheck } from '@mdi/js';
import { expect, it } from 'vitest';
import { splitIcons } from '../web/icons.ts';

const { transform, resolveId, load } = splitIcons();

it('loads each icon of a page from a separate module of the package', () => {
  const page = "import {\n  mdiCheck,\n  mdiMenu,\n} from '@mdi/js';\nimport { a } from './a.ts';";
  expect(transform(page, '/web/src/ui/page.tsx')?.code).toBe(
    "import { mdiCheck } from '@mdi/js?icon=mdiCheck'; import { mdiMenu } from '@mdi/js?icon=mdiMenu';\nimport { a } from './a.ts';",
  );
  const id = resolveId('@mdi/js?icon=mdiCheck');
  expect(id).toMatch(/\/node_modules\/@mdi\/js\/mdi\.js\?icon=mdiCheck$/);
  expect(load(id!)).toBe(`export const mdiCheck = ${JSON.stringify(mdiCheck)};`);
});

it('rejects a missing icon, and does not change other modules', () => {
  expect(() => load(resolveId('@mdi/js?icon=mdiNone')!)).toThrow('@mdi/js has no mdiNone.');
  expect(transform("import { a } from './a.ts';", '/web/src/a.ts')).toBeNull();
  expect([resolveId('react'), load('/web/src/a.ts')]).toEqual([null, null]);
});
