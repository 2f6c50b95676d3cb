import { type Changes, type Commit, findMigrations } from './changes.ts';

/** The heading of a change, by the folders that the change touches. The first match wins. */
const areas: readonly [title: string, folders: RegExp][] = [
  ['The app', /^apps\/user\/(?!.*\.test\.)/],
  ['The back-office', /^apps\/admin\/(?!.*\.test\.)/],
  [
    'Calls and rules',
    /^(apps\/api\/(src\/(?!test\/)|openapi\/)|packages\/(contracts|core|router|client)\/)(?!.*\.test\.)/,
  ],
  ['The database', /^packages\/db\/(?!.*\.test\.)/],
  ['Texts', /^packages\/words\//],
  ['Operations', /^infra\/(ops|run|docs\/runbooks)\//],
  ['Tests, tools and documents', /./],
];

const getArea = ({ files }: Commit): string =>
  areas.find(([, folders]) => files.some((file) => folders.test(file)))?.[0] ?? 'Tests, tools and documents';

/** The first release lists no commits: a newcomer has no version to compare with. */
const FIRST = 'The first release.';

/** Notes that an operator must read before the changes. */
function formatNotes({ files }: Changes, settings: readonly string[]): string[] {
  const migrations = findMigrations(files);
  const lines: string[] = [];
  if (migrations.length > 0) {
    lines.push(`- Run \`npm run migrate\` first: ${migrations.map((name) => `\`${name}\``).join(', ')}.`);
  }
  if (settings.length > 0) lines.push(`- New settings: ${settings.map((name) => `\`${name}\``).join(', ')}.`);
  return lines.length > 0 ? ['### Before the upgrade', '', ...lines, ''] : [];
}

/**
 * Formats the section of a version in the changelog.
 * @param settings the settings that this release adds
 */
export function formatSection(version: string, day: string, changes: Changes, settings: readonly string[]): string {
  const lines = [`## ${version} · ${day}`, ''];
  if (changes.last === undefined) return [...lines, FIRST, ''].join('\n');
  lines.push(...formatNotes(changes, settings));
  for (const [title] of areas) {
    const commits = changes.commits.filter((commit) => getArea(commit) === title);
    if (commits.length === 0) continue;
    lines.push(`### ${title}`, '', ...commits.map(({ subject, id }) => `- ${escapeMarkdown(subject)} (${id})`), '');
  }
  return lines.join('\n');
}

/** Escapes Markdown in a subject. */
const escapeMarkdown = (subject: string): string => subject.replaceAll(/[\\`*_<>[\]]/g, '\\$&');

const HEAD = '# Changes\n\nWritten by `npm run release` from the commits; the newest first.\n\n';

/** Adds a section to the changelog. @param before the current text of the file; undefined if there is no file */
export function withSection(before: string | undefined, section: string): string {
  if (before === undefined) return HEAD + section;
  const at = before.search(/^## /m);
  return at === -1 ? `${before.trimEnd()}\n\n${section}` : `${before.slice(0, at)}${section}\n${before.slice(at)}`;
}

/** Returns the names of the settings that the source text of the settings' schema declares. */
export const settingsIn = (schema: string): string[] =>
  [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+): documented\(/gm)].map(([, name = '']) => name);
