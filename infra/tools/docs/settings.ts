import { SECRET_VARIABLES } from '@inaam/settings/environment';
import { GROUPS, settingsList } from '@inaam/settings/table';

const BEGIN = '<!-- settings: written by npm run docs -->';
const END = '<!-- end of settings -->';

/**
 * Writes the required settings between the markers of the README.
 * @param readme the file's text
 * @returns the text with the settings of the schema
 * @throws when a marker is missing
 */
export function withSettings(readme: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`README.md has no ${BEGIN} … ${END}`);
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${settingsList('Required in production')}\n\n${readme.slice(end)}`;
}

/** The text of infra/docs/settings.md: every setting, by group. */
export const settingsPage = (): string =>
  `# Settings

Environment variables, read once at start; a wrong one is refused with one line that names it. Brackets show defaults.
This page is written by \`npm run docs\` from \`packages/settings/src/environment.ts\`.

${Object.keys(GROUPS)
  .map((title) => `## ${title}\n\n${settingsList(title as keyof typeof GROUPS)}\n`)
  .join('\n')}
## Secrets in files

\`<NAME>_FILE\` names a file with the value, as Docker and Kubernetes mount secrets. Blanks around it are removed.
Setting both \`<NAME>\` and \`<NAME>_FILE\` is refused. These variables can be in a file:

${secretsTable()}

For tests: \`CHROMIUM_PATH\` names a browser (else the system's Chrome or Chromium, else one from npm);
\`DATABASE_URL\` is used only if its database's name ends in \`_test\`.
`;

/** Aligns the table as the formatter does. */
function secretsTable(): string {
  const cells = SECRET_VARIABLES.map((name) => `\`${name}\``);
  const width = Math.max(...cells.map(({ length }) => length));
  return ['variable', '-'.repeat(width), ...cells].map((cell) => `| ${cell.padEnd(width)} |`).join('\n');
}
