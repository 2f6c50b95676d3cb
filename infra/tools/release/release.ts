import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatSection, settingsIn, withSection } from './changelog.ts';
import { getReleaseKind, git, type Kind, nextVersion, readChanges } from './changes.ts';

export interface ReleaseOptions {
  repository: string;
  /** The requested kind; undefined to derive it from the changes. */
  kind: Kind | undefined;
  /** True to print the release and write nothing. */
  isDry: boolean;
  /** ISO date. */
  day: string;
  print(line: string): void;
  /** Writes the SBOM of the version to the file. */
  writeSbom(version: string, file: string): Promise<void>;
  /** Builds the image if a builder is available. @returns the result in one line */
  buildImage(version: string): Promise<string>;
}

const SCHEMA = 'packages/settings/src/environment.ts';

/** Settings that this release adds. */
function newSettings(repository: string, last: string | undefined): string[] {
  if (last === undefined) return [];
  const before = new Set(settingsIn(git(repository, 'show', `v${last}:${SCHEMA}`)));
  return settingsIn(readFileSync(join(repository, SCHEMA), 'utf8')).filter((name) => !before.has(name));
}

/**
 * Creates a release of the committed files: version, changelog, SBOM, commit, image and tag. Reverts everything when a
 * step fails.
 * @returns the version
 * @throws an Error of one line if there are uncommitted changes, or no changes since the last release
 */
export async function release(options: ReleaseOptions): Promise<string> {
  const { repository, isDry, day, print } = options;
  const dirty = git(repository, 'status', '--porcelain');
  if (dirty !== '' && !isDry) throw new Error('There are uncommitted changes: commit or undo them first.');
  const changes = readChanges(repository);
  if (changes.commits.length === 0) throw new Error(`Nothing has changed since v${changes.last}.`);
  const version = nextVersion(changes.last, options.kind ?? getReleaseKind(changes));
  const section = formatSection(version, day, changes, newSettings(repository, changes.last));
  print(`${version}, after ${changes.last ?? 'nothing'}: ${changes.commits.length} commits.`);
  if (isDry) {
    print(`\n${section}`);
    print('Nothing was written.');
    return version;
  }
  const folder = join(repository, 'release');
  mkdirSync(folder, { recursive: true });
  const manifest = join(repository, 'package.json');
  const text = readFileSync(manifest, 'utf8');
  const named = { name: '', ...(JSON.parse(text) as object), version };
  const changelog = join(repository, 'CHANGELOG.md');
  const before = existsSync(changelog) ? readFileSync(changelog, 'utf8') : undefined;
  try {
    writeFileSync(manifest, `${JSON.stringify(withVersion(named), null, 2)}\n`);
    writeFileSync(changelog, withSection(before, section));
    await options.writeSbom(version, join(folder, `inaam-${version}.cdx.json`));
    git(repository, 'add', 'package.json', 'CHANGELOG.md');
    git(repository, 'commit', '--quiet', '--message', `Release ${version}`);
  } catch (error) {
    git(repository, 'checkout', '--quiet', 'HEAD', '--', 'package.json');
    if (before === undefined) git(repository, 'rm', '--quiet', '--force', '--ignore-unmatch', 'CHANGELOG.md');
    else git(repository, 'checkout', '--quiet', 'HEAD', '--', 'CHANGELOG.md');
    throw error;
  }
  try {
    // Built after the commit of the version, since an image contains committed files.
    print(await options.buildImage(version));
  } catch (error) {
    git(repository, 'reset', '--quiet', '--keep', 'HEAD~1');
    throw error;
  }
  git(repository, 'tag', '--annotate', `v${version}`, '--message', section);
  print(`v${version} is tagged. Publish it: git push --follow-tags`);
  return version;
}

/** Writes the version directly after the name, where people look for it. */
function withVersion({ name, version, ...rest }: { name: string; version: string }): object {
  return { name, version, ...rest };
}
