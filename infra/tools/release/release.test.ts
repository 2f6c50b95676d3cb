import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { git, nextVersion } from './changes.ts';
import { type ReleaseOptions, release } from './release.ts';

/** A temporary repository with real commits. */
let repository: string;
const printed: string[] = [];
const built: string[] = [];
const SETTINGS = 'packages/settings/src/environment.ts';

function write(file: string, text: string): void {
  mkdirSync(dirname(join(repository, file)), { recursive: true });
  writeFileSync(join(repository, file), text);
}
function commit(subject: string, ...files: string[]): void {
  for (const file of files) if (file !== SETTINGS) write(file, subject);
  git(repository, 'add', '--all');
  git(repository, 'commit', '--quiet', '--message', subject);
}
const make = (more: Partial<ReleaseOptions> = {}) =>
  release({
    repository,
    kind: undefined,
    isDry: false,
    day: '2026-11-22',
    print: (line) => printed.push(line),
    writeSbom: async (version, file) => writeFileSync(file, version),
    async buildImage(version) {
      built.push(`${version} of ${git(repository, 'log', '-1', '--format=%s')}`);
      return 'built';
    },
    ...more,
  });
const changelog = () => readFileSync(join(repository, 'CHANGELOG.md'), 'utf8');
const readVersion = () =>
  (JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version?: string }).version;

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'inaam-release-'));
  git(repository, 'init', '--quiet', '--initial-branch=main');
  git(repository, 'config', 'user.name', 'Tester');
  git(repository, 'config', 'user.email', 'tester@example.com');
  git(repository, 'config', 'commit.gpgsign', 'false');
  git(repository, 'config', 'tag.gpgsign', 'false');
  write('package.json', '{\n  "name": "inaam",\n  "private": true\n}\n');
  write('.gitignore', 'release/\n');
  write(SETTINGS, '  APP_PORT: documented(\n');
  commit('Begin');
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

test('prints the release in a dry run, even with uncommitted changes, and writes nothing', async () => {
  write('notes.txt', 'not committed');
  const before = git(repository, 'rev-parse', 'HEAD');
  expect(await make({ isDry: true })).toBe('0.1.0');
  expect(printed.join('\n')).toContain('## 0.1.0 · 2026-11-22\n\nThe first release.');
  expect([git(repository, 'rev-parse', 'HEAD'), git(repository, 'tag')]).toEqual([before, '']);
  expect([existsSync(join(repository, 'CHANGELOG.md')), readVersion(), built]).toEqual([false, undefined, []]);
  await expect(make()).rejects.toThrow('There are uncommitted changes');
  rmSync(join(repository, 'notes.txt'));
});

test('creates version, changelog, SBOM, image, commit and tag', async () => {
  expect(await make()).toBe('0.1.0');
  expect(readVersion()).toBe('0.1.0');
  expect(readFileSync(join(repository, 'package.json'), 'utf8')).toMatch(/^\{\n {2}"name": "inaam",\n {2}"version"/);
  expect(built).toEqual(['0.1.0 of Release 0.1.0']);
  expect(readFileSync(join(repository, 'release/inaam-0.1.0.cdx.json'), 'utf8')).toBe('0.1.0');
  expect(git(repository, 'rev-parse', 'v0.1.0^{commit}')).toBe(git(repository, 'rev-parse', 'HEAD'));
  expect(git(repository, 'status', '--porcelain')).toBe('');
  await expect(make()).rejects.toThrow('Nothing has changed since v0.1.0.');
});

test('creates a patch release without migrations, and lists each commit once, under one heading', async () => {
  commit('Show *stars* of <b>', 'apps/user/src/stars.tsx', 'packages/core/src/stars.ts');
  commit('Test the stars', 'apps/user/src/stars.test.tsx');
  commit('Mend a runbook', 'infra/docs/runbooks/run.md');
  expect(await make()).toBe('0.1.1');
  const [section = ''] = changelog().split('## 0.1.0');
  expect(section.replaceAll(/\([0-9a-f]+\)/g, '(id)')).toContain(
    [
      '## 0.1.1 · 2026-11-22',
      '',
      '### The app',
      '',
      '- Show \\*stars\\* of \\<b\\> (id)',
      '',
      '### Operations',
      '',
      '- Mend a runbook (id)',
      '',
      '### Tests, tools and documents',
      '',
      '- Test the stars (id)',
    ].join('\n'),
  );
  expect(section).not.toContain('Release 0.1.0');
  expect(section).not.toContain('Before the upgrade');
});

test('creates a minor release with migrations, and lists migrations and new settings first', async () => {
  write(SETTINGS, '  APP_PORT: documented(\n  DATABASE_READ_URL: documented(\n');
  commit('Read from a standby', 'packages/db/src/migrations/0031_standby.sql', SETTINGS);
  expect(await make()).toBe('0.2.0');
  expect(changelog()).toContain(
    '### Before the upgrade\n\n- Run `npm run migrate` first: `0031_standby`.\n- New settings: `DATABASE_READ_URL`.\n',
  );
  expect(changelog().match(/^## .*/gm)).toEqual([
    '## 0.2.0 · 2026-11-22',
    '## 0.1.1 · 2026-11-22',
    '## 0.1.0 · 2026-11-22',
  ]);
});

test('leaves no partial release after a failure', async () => {
  commit('Mend it', 'apps/api/src/api.ts');
  const before = [changelog(), git(repository, 'rev-parse', 'HEAD'), git(repository, 'tag')];
  const failWith = (why: string) => () => Promise.reject(new Error(why));
  await expect(make({ writeSbom: failWith('no SBOM') })).rejects.toThrow('no SBOM');
  await expect(make({ buildImage: failWith('no image') })).rejects.toThrow('no image');
  expect([changelog(), git(repository, 'rev-parse', 'HEAD'), git(repository, 'tag')]).toEqual(before);
  expect([readVersion(), git(repository, 'status', '--porcelain')]).toEqual(['0.2.0', '']);
});

test('increments versions', () => {
  expect(['major', 'minor', 'patch'].map((kind) => nextVersion('1.4.9', kind as 'major'))).toEqual([
    '2.0.0',
    '1.5.0',
    '1.4.10',
  ]);
});
