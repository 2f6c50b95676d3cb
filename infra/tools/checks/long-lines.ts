import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files.ts';

/**
 * Maximum line length: at this width two files fit side by side on a screen. The formatter wraps code at the same
 * column.
 */
export const COLUMNS = 120;

const CHECKED_FILES = /\.(ts|tsx|mts|mjs|js|css|sql|md)$/;

/** Files that a program generates and that are never edited by hand. */
const GENERATED_FILES = [/^packages\/db\/src\/migrations\/(meta\/|0001_tables\.sql$)/];

const URL_OR_LINK = /\]\([^)\s]*\)|https?:\/\/[^\s)>'"`]+/g;

/**
 * Quoted text, such as sentences, test names and utility classes, does not count. Template literals contain SQL, so
 * they count.
 */
const QUOTED_TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;

/** Matches comment lines. An apostrophe in a comment does not begin a quoted text. */
const COMMENT = /^\s*(\/\/|\/?\*)/;

/**
 * Finds lines of more than 120 columns. Text that cannot be wrapped does not count: URLs, quoted strings in code
 * (as in ESLint's `max-len` with `ignoreStrings`), tables and fenced code in Markdown.
 * @param root the folder of the workspace
 * @param paths files or folders in it
 * @returns one line for each finding: where, and how long it is
 */
export function findLongLines(root: string, paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => filesBelow(root, path, CHECKED_FILES));
  return files
    .filter((file) => !GENERATED_FILES.some((pattern) => pattern.test(file)))
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      const measured = file.endsWith('.md') ? withoutTablesAndCode(lines) : lines;
      return measured.flatMap((line, index) => {
        const wraps = line.replace(URL_OR_LINK, '');
        const isCode = /\.(ts|tsx|mts|mjs|js)$/.test(file) && !COMMENT.test(line);
        const columns = Array.from(isCode ? wraps.replace(QUOTED_TEXT, "''") : wraps).length;
        return columns > COLUMNS ? [`${file}:${index + 1}: ${columns} columns; at most ${COLUMNS}`] : [];
      });
    });
}

/** Empties the lines of tables and fenced code instead of removing them, so that line numbers stay the same. */
function withoutTablesAndCode(lines: readonly string[]): string[] {
  let isCode = false;
  return lines.map((line) => {
    const isFence = /^\s*(```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return isCode || isFence || /^\s*\|/.test(line) ? '' : line;
  });
}
