import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { databaseDirectory } from '../config/paths.ts';
import { StartError } from '../process/start-error.ts';
import { createDatabase, type Database } from './database.ts';
import { migrate, migrateTenant } from './migrations.ts';
import { readRepeatableFiles } from './repeatable.ts';

let database: TestDatabase;
let owner: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDatabase(database.ownerUrl, { work: 'migration', max: 5 });
});
afterEach(async () => {
  await owner.db.destroy();
  await database.drop();
});

const query = async (text: string) => (await owner.pool.query(text)).rows;
const forget = () => owner.pool.query('delete from repeatable_file');

describe('the files of the product', () => {
  const isOwn = (catalogue: string, object: string) => `not exists (
    select from pg_depend where classid = '${catalogue}'::regclass and objid = ${object} and deptype = 'e')`;
  const readDefinitions = () =>
    query(`
      select 'function' as kind, proname as name, pg_get_functiondef(oid) as definition
      from pg_proc where pronamespace = 'public'::regnamespace and ${isOwn('pg_proc', 'pg_proc.oid')}
      union all
      select 'view', relname, concat(pg_get_viewdef(oid), obj_description(oid, 'pg_class'))
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
      union all
      select 'trigger', tgname, concat(tgenabled, pg_get_triggerdef(pg_trigger.oid))
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace
      order by kind, name, definition`);
  /** Row versions (xmin) and places (ctid) show that no row was written, not even with the same values. */
  const readRows = () =>
    query(`
      select xmin::text, ctid::text, to_jsonb(unit) as row from unit
      union all select xmin::text, ctid::text, to_jsonb(unit_category) from unit_category
      union all select xmin::text, ctid::text, to_jsonb(taxonomy) from taxonomy
      union all select sequencename, null, to_jsonb(last_value) from pg_sequences
      where sequencename ~ '^(unit|taxonomy)'
      order by 1, 2`);

  it('define every function, view and trigger exactly once', async () => {
    const text = (await readRepeatableFiles(databaseDirectory)).map((file) => file.text).join('\n');
    const defined = [...text.matchAll(/^create or replace (function|view|trigger) (\w+)/gm)].map(
      ([, kind, name]) => `${kind} ${name}`,
    );
    const existing = (await readDefinitions()).map(({ kind, name }) => `${kind} ${name}`);
    expect(defined.sort()).toEqual(existing.sort());
  });

  it('change no definition and no row of a migrated database if they are applied again', async () => {
    const definitions = await readDefinitions();
    const rows = await readRows();
    expect(rows.length).toBeGreaterThan(500);
    await forget();
    await migrateTenant(owner);
    expect(await readDefinitions()).toEqual(definitions);
    expect(await readRows()).toEqual(rows);
    const files = await readRepeatableFiles(databaseDirectory);
    expect(await query('select name, checksum from repeatable_file order by name')).toEqual(
      files.map(({ name, checksum }) => ({ name, checksum })),
    );
  });

  it('restore what differs or is missing', async () => {
    const definitions = await readDefinitions();
    await owner.pool.query(`
      create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin end $$;
      drop trigger asset_is_placed on asset;
      drop view latest_analysis_of_asset`);
    await forget();
    await migrateTenant(owner);
    expect(await readDefinitions()).toEqual(definitions);
  });

  it('contain all units and the whole taxonomy', async () => {
    const read = async () => [
      await query(`
        select category.name as category, code, unit.name, abbreviation, factor, shift, is_base, unit.is_standard
        from unit join unit_category category on category.id = category_id order by category_id, unit.id`),
      await query('select category, class, type from taxonomy_entry order by category, class, type'),
    ];
    const before = await read();
    await owner.pool.query('delete from unit; delete from unit_category; truncate taxonomy cascade');
    await forget();
    await migrateTenant(owner);
    expect(await read()).toEqual(before);
  });

  it('correct built-in rows, and keep rows that users added', async () => {
    await owner.pool.query(`
      update unit set factor = 7, name = 'pound' where code = '[psi]';
      delete from unit where code = 'bar';
      update unit_category set is_standard = false, description = 'Ours' where name = 'Force';
      insert into unit (category_id, code, name, abbreviation, factor)
      select id, 'bar', 'Our bar', 'bar', 99999 from unit_category where name = 'Pressure';
      insert into unit (category_id, code, name, abbreviation, factor)
      select id, 'ours', 'Ours', 'o', 2 from unit_category where name = 'Pressure';
      insert into taxonomy (level, parent_id, caption) values ('category', null, 'Ours')`);
    await forget();
    await migrateTenant(owner);
    expect(
      await query(
        `select code, name, factor, is_standard from unit where code in ('[psi]', 'bar', 'ours') order by 1`,
      ),
    ).toEqual([
      { code: '[psi]', name: 'pound-force per square inch', factor: 6894.757293168362, is_standard: true },
      { code: 'bar', name: 'Our bar', factor: 99999, is_standard: false },
      { code: 'ours', name: 'Ours', factor: 2, is_standard: false },
    ]);
    expect(await query(`select description from unit_category where name = 'Force'`)).toEqual([
      { description: 'Ours' },
    ]);
    expect(await query(`select from taxonomy where caption = 'Ours'`)).toHaveLength(1);
  });
});

describe('a repeatable file', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'twinward-repeatable-'));
    for (const folder of ['migrations', 'functions', 'reference']) await mkdir(join(directory, folder));
    await write('migrations/0001_one.sql', 'create table trial_run (file text, document json);');
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const write = (name: string, text: string) => writeFile(join(directory, name), text);
  const run = () =>
    migrate(owner.db, { migrations: join(directory, 'migrations'), repeatable: directory, schema: 'trial' });
  const ran = (file: string) => `insert into trial_run values ('${file}');`;
  const runs = async () => (await query('select file from trial_run order by ctid')).map(({ file }) => file);
  const loader = `create or replace function load_colors(document json) returns void language sql as $$
    insert into trial_run values ('colors', document) $$;`;

  it('is applied once, after the migrations, in the order of names', async () => {
    await write('functions/b.sql', ran('b'));
    await write('functions/a.sql', ran('a'));
    await Promise.all([run(), run(), run()]);
    expect(await runs()).toEqual(['a', 'b']);
  });

  it('is applied again, once and without the others, if it changes', async () => {
    await write('functions/a.sql', ran('a'));
    await write('functions/b.sql', ran('b'));
    await run();
    await write('functions/b.sql', ran('b, changed'));
    await run();
    await run();
    expect(await runs()).toEqual(['a', 'b', 'b, changed']);
  });

  it('is applied again after a migration, which may have dropped what it defines', async () => {
    await write('functions/a.sql', ran('a'));
    await run();
    await write('migrations/0002_two.sql', ran('two'));
    await run();
    expect(await runs()).toEqual(['a', 'two', 'a']);
  });

  it('prevents the start if it fails, and rolls back the whole run', async () => {
    await write('functions/a.sql', ran('a'));
    await run();
    await write('migrations/0002_two.sql', ran('two'));
    await write('functions/a.sql', ran('a, changed'));
    await write('functions/b.sql', `${ran('b')} create view broken as select nothing from nowhere;`);
    await expect(run()).rejects.toThrow(
      new StartError('functions/b.sql failed: relation "nowhere" does not exist'),
    );
    expect(await runs()).toEqual(['a']);
    expect(await query('select name from trial.kysely_migration')).toEqual([{ name: '0001_one' }]);
    await write('functions/b.sql', ran('b'));
    await run();
    expect(await runs()).toEqual(['a', 'two', 'a, changed', 'b']);
  });

  it('of reference data is loaded by its function, and again if either changes', async () => {
    await write('functions/colors.sql', loader);
    await write('reference/colors.json', '["red"]');
    await run();
    await run();
    await write('reference/colors.json', '["red", "blue"]');
    await run();
    await write('functions/colors.sql', loader.replace("'colors'", "'colors, changed'"));
    await run();
    expect(await query('select file, document from trial_run order by ctid')).toEqual([
      { file: 'colors', document: ['red'] },
      { file: 'colors', document: ['red', 'blue'] },
      { file: 'colors, changed', document: ['red', 'blue'] },
    ]);
  });

  it('of reference data prevents the start if it is not JSON or has no function', async () => {
    await write('reference/colors.json', '["red"]');
    await expect(run()).rejects.toThrow(
      'reference/colors.json failed: function load_colors(json) does not exist',
    );
    await write('functions/colors.sql', loader);
    await write('reference/colors.json', '["red"');
    await expect(run()).rejects.toThrow('reference/colors.json failed: invalid input syntax for type json');
  });

  it('that was deleted is removed from the record', async () => {
    await write('functions/a.sql', ran('a'));
    await write('functions/b.sql', ran('b'));
    await run();
    await rm(join(directory, 'functions/b.sql'));
    await run();
    expect(await query('select name from trial.repeatable_file')).toEqual([{ name: 'functions/a.sql' }]);
  });
});
