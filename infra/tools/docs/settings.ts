import { settingsList } from '@inaam/settings/table';

const BEGIN = '<!-- settings: written by npm run docs -->';
const END = '<!-- end of settings -->';

/**
 * Puts the present settings between the markers of the README.
 * @param readme the file's text
 * @returns the same text with the settings as the schema has them
 * @throws when a marker is missing
 */
export function withSettings(readme: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`README.md has no ${BEGIN} … ${END}`);
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${settingsList()}\n\n${readme.slice(end)}`;
}
