import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files.ts';

/** The widest line that fits beside another file on one screen. The formatter wraps code at the same column. */
export const COLUMNS = 120;

const WRITTEN = /\.(ts|tsx|mts|mjs|js|css|sql|md)$/;

/** Made by a program and never edited by hand. */
const GENERATED = [/^packages\/db\/src\/migrations\/(meta\/|0001_tables\.sql$)/];

const URL_OR_LINK = /\]\([^)\s]*\)|https?:\/\/[^\s)>'"`]+/g;

/** What stands in quotes: a sentence, a test's title, utility classes. Template literals hold SQL, so they count. */
const QUOTED = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;

/** A line that is a comment: its apostrophes are no quotes. */
const COMMENT = /^\s*(\/\/|\/?\*)/;

/**
 * Finds lines of more than 120 columns. What cannot be wrapped does not count: an address; in code a quoted string,
 * as in ESLint's `max-len` with `ignoreStrings`; in Markdown tables and fenced code.
 * @param root the folder of the workspace
 * @param paths files or folders below it
 * @returns one line for each finding: where, and how long it is
 */
export function longLines(root: string, paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => filesBelow(root, path, WRITTEN));
  return files
    .filter((file) => !GENERATED.some((pattern) => pattern.test(file)))
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      const measured = file.endsWith('.md') ? withoutTablesAndCode(lines) : lines;
      return measured.flatMap((line, index) => {
        const wraps = line.replace(URL_OR_LINK, '');
        const isCode = /\.(ts|tsx|mts|mjs|js)$/.test(file) && !COMMENT.test(line);
        const columns = Array.from(isCode ? wraps.replace(QUOTED, "''") : wraps).length;
        return columns > COLUMNS ? [`${file}:${index + 1}: ${columns} columns; at most ${COLUMNS}`] : [];
      });
    });
}

/** The same number of lines, those of tables and fenced code empty. */
function withoutTablesAndCode(lines: readonly string[]): string[] {
  let isCode = false;
  return lines.map((line) => {
    const isFence = /^\s*(```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return isCode || isFence || /^\s*\|/.test(line) ? '' : line;
  });
}
