import { settingsTable } from '@inaam/settings/table';

const BEGIN = '<!-- settings: written by npm run readme -->';
const END = '<!-- end of settings -->';

/**
 * Puts the present table of settings between the markers of the README.
 * @param readme the file's text
 * @returns the same text with the table as the schema has it
 * @throws when a marker is missing
 */
export function withSettingsTable(readme: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`README.md has no ${BEGIN} … ${END}`);
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${settingsTable()}\n\n${readme.slice(end)}`;
}
