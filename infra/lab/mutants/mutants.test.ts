import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isAlive, isZombie } from '@inaam/db/embedded/owner';
import { createTestDatabase } from '@inaam/testing/database';
import postgres from 'postgres';
import { parseSync } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../harness/api-process.ts';
import { signal } from '../harness/daemon.ts';
import { createFinder, type Subject } from './declarations.ts';
import { rewrite } from './pattern.ts';
import { type Defect, readDefects } from './read-defects.ts';
import { createSeeding, type SeededDefect, tryDefect } from './try-defect.ts';

/** The short form of `npm run lab -- mutants`: checks that every defect has a declaration, and compiles. */

const defects = readDefects();
const seed = createSeeding();
let seeded: Map<Defect, SeededDefect>;
beforeAll(() => {
  seeded = new Map(defects.map((defect) => [defect, seed(defect)]));
});

describe('the seeded defects', () => {
  it('have a declaration, tests and a unique description each', () => {
    expect(seeded.size).toBe(defects.length);
    for (const { file, text, tests } of seeded.values()) {
      expect(text).not.toBe(readFileSync(join(root, file), 'utf8'));
      expect(tests.length).toBeGreaterThan(0);
    }
    expect(new Set(defects.map(({ description }) => description)).size).toBe(defects.length);
    expect(new Set([...seeded.values()].map(({ text }) => text)).size).toBe(defects.length);
  });

  it('cover the functions and triggers of the database, and the sources', () => {
    const count = (kind: string) => defects.filter(({ subject }) => subject.kind === kind).length;
    expect(count('function')).toBeGreaterThanOrEqual(60);
    expect(count('trigger')).toBeGreaterThanOrEqual(6);
    expect(count('code')).toBeGreaterThanOrEqual(35);
  });

  it('parse as TypeScript', () => {
    const code = [...seeded.values()].filter(({ language }) => language === 'code');
    expect(code.length).toBeGreaterThan(0);
    for (const { file, text } of code) expect(parseSync(file, text).errors, file).toEqual([]);
  });

  describe('in the database', () => {
    let database: Awaited<ReturnType<typeof createTestDatabase>>;
    let sql: postgres.Sql;
    beforeAll(async () => {
      database = await createTestDatabase();
      sql = postgres(database.url, { max: 1, onnotice: () => {} });
    });
    afterAll(async () => {
      await sql.end();
      await database.drop();
    });

    it('are accepted by PostgreSQL', async () => {
      const all = [...seeded.values()].filter(({ language }) => language === 'sql');
      expect(all.length).toBeGreaterThan(0);
      for (const { declaration } of all) {
        await sql.unsafe(`begin; ${declaration}; rollback`);
      }
    });
  });
});

describe('a pattern', () => {
  const text = 'if a.x < f(1, g(2)) then -- a.x < f(3)\n  call(a.x, b);\nend if;';
  const change = (pattern: string, replacement: string) => () => rewrite(text, 'sql', pattern, replacement);

  it('ignores layout and comments, and can reuse matched text in the replacement', () => {
    expect(change('if $a . x<f( $$all ) then', 'if $a.x <= f($$all) then')()).toContain('if a.x <= f(1, g(2)) then --');
  });

  it('matches one expression by `$name`, and several by `$$name`', () => {
    expect(change('call($first, $second)', 'call($second, $first)')()).toContain('call(b, a.x)');
    expect(change('f($one) then', '')).toThrow('matches at 0 places');
    expect(change('f($$several) then', 'f() then')()).toContain('f() then');
  });

  it('requires the same text for each use of a hole such as `$a`', () => {
    expect(change('if $a.x < $$f then call($a.x', 'call($a')()).toContain('call(a, b)');
    expect(change('if $a.x < f($one, $two) then call($one.x', '')).toThrow('matches at 0 places');
  });

  it('rejects a pattern that begins with a hole or does not match exactly once, and an unknown hole', () => {
    expect(change('call($only)', '')).toThrow('matches at 0 places');
    expect(change('a.x', '')).toThrow('matches at 2 places');
    expect(change('$a.x', '')).toThrow('must begin with a fixed word');
    expect(change('call($a, b)', '$c')).toThrow('$c is not in "call($a, b)"');
  });
});

describe('a defect', () => {
  it('is rejected when its name or test is missing or ambiguous', () => {
    const folder = mkdtempSync(join(tmpdir(), 'inaam-places-'));
    const files = {
      'packages/db/src/functions/a.sql':
        'create function one() as $$ A $$;\ncreate or replace function two() as $$ B $$;\n',
      'packages/db/src/functions/b.sql': 'create function two() as $$ C $$;\n',
      'packages/core/src/a.ts': 'export const one = 1;\nexport const two = 2;\n',
      'apps/api/src/a.ts': 'function two() {}\n',
      'packages/core/src/a.test.ts': '',
      'packages/core/src/b/a.test.ts': '',
      'apps/api/src/a.test.ts': '',
    };
    try {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), text);
      }
      const { findDeclaration, findTest } = createFinder(folder, Object.keys(files));
      const find = (kind: Subject['kind'], name: string) => () => {
        const { text, start, end } = findDeclaration({ kind, name });
        return text.slice(start, end);
      };
      expect(find('function', 'one')()).toBe('create function one() as $$ A $$;\n');
      expect(find('function', 'two')).toThrow('function two is declared 2 times');
      expect(find('trigger', 'one')).toThrow('trigger one is declared 0 times');
      expect(find('code', 'one')()).toBe('export const one = 1;');
      expect(find('code', 'two')).toThrow('code two is declared 2 times');
      expect(find('code', 'core/two')()).toBe('export const two = 2;');
      expect(findTest('api/a.test.ts')).toBe('apps/api/src/a.test.ts');
      expect(() => findTest('core/a.test.ts')).toThrow('2 tests are called core/a.test.ts');
      expect(() => findTest('api/b.test.ts')).toThrow('0 tests are called api/b.test.ts');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  describe('in a small workspace', () => {
    let folder: string;
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    const one = (text: string): SeededDefect => ({
      file: 'one.ts',
      language: 'code',
      declaration: text,
      text,
      tests: ['one.test.ts'],
    });
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'inaam-mutants-'));
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
      write('vitest.config.mjs', "export default { test: { projects: [{ test: { name: 'node' } }] } };");
      write('one.ts', 'export const one = 1;');
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    it('is killed by a test that fails, and survives a test that passes', { timeout: 120_000 }, async () => {
      write(
        'one.test.ts',
        "import { expect, it } from 'vitest'; import { one } from './one.ts'; it('is one', () => expect(one).toBe(1));",
      );
      expect(await tryDefect(folder, one('export const one = 2;'))).toBe('killed');
      expect(await tryDefect(folder, one('export const one = 3 - 2;'))).toBe('survived');
      expect(await tryDefect(folder, one('export const two'))).toBe('not tried');
      expect(readFileSync(join(folder, 'one.ts'), 'utf8')).toBe('export const one = 1;');
    });

    it('ends its tests when the tool is ended', { timeout: 120_000 }, async () => {
      const pidFile = join(folder, 'pids.json');
      write(
        'one.test.ts',
        `import { renameSync, writeFileSync } from 'node:fs';
        import { it } from 'vitest';
        it('never ends', { timeout: 600_000 }, async () => {
          writeFileSync('pids', JSON.stringify([process.ppid, process.pid]));
          renameSync('pids', 'pids.json');
          await new Promise(() => {});
        });`,
      );
      const url = (file: string) => pathToFileURL(join(import.meta.dirname, file)).href;
      const program = `import { runTool } from '${url('../harness/run-tool.ts')}';
        import { tryDefect } from '${url('try-defect.ts')}';
        const outcome = tryDefect(${JSON.stringify(folder)}, ${JSON.stringify(one('export const one = 2;'))});
        await runTool('one', async () => (await outcome) === 'killed');`;
      const tool = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' });
      const exited = once(tool, 'exit');
      await expect.poll(() => existsSync(pidFile)).toBe(true);
      const pids = JSON.parse(readFileSync(pidFile, 'utf8')) as number[];
      try {
        tool.kill('SIGTERM');
        expect(await exited).toEqual([143, null]);
        await expect.poll(() => pids.filter((pid) => isAlive(pid) && !isZombie(pid))).toEqual([]);
      } finally {
        signal(pids, 'SIGKILL');
      }
    });
  });
});
