import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesBelow } from './files.ts';

const FOLDER = 'infra/docs/decisions';
const NAME = /^(\d{4})-[a-z0-9-]+\.md$/;
/** `2026-11-22 · in force · supersedes …`, `2026-11-22 · superseded by [0024](0024-….md)`. */
const STATUS = /^\d{4}-\d{2}-\d{2} · (in force|superseded by \[\d{4}\]\()/;

/**
 * Finds decision records without a unique number or a status, and records that supersede or change another one without
 * a link back. Numbers may have gaps, because some records were merged into others.
 * @param root the folder of the workspace
 * @returns one line for each finding
 */
export function findDecisionFaults(root: string): string[] {
  const files = filesBelow(root, FOLDER, /\.md$/).map((path) => {
    const [title = '', rest = ''] = readFileSync(join(root, path), 'utf8').split('\n\n');
    const status = rest.trimEnd().replaceAll('\n', ' ');
    return { name: basename(path), number: NAME.exec(basename(path))?.[1] ?? '', title, status };
  });
  return files.flatMap(({ name, number, title, status }, index) => {
    const replaced = [...status.matchAll(/supersedes[^·[]*\[(\d{4})\]/g)].map(([, other]) => other);
    const changed = [...status.matchAll(/· changes \[(\d{4})\]/g)].map(([, other]) => other);
    const linksBack = (other: string | undefined, link: string) =>
      files.find((each) => each.number === other)?.status.includes(link) === true;
    const silent = replaced.filter((other) => !linksBack(other, `superseded by [${number}](`));
    const unmarked = changed.filter((other) => !linksBack(other, `[${number}](`));
    return [
      ...(number > (files[index - 1]?.number ?? '') ? [] : [`${FOLDER}/${name}: no number of its own`]),
      ...(title.startsWith(`# ${number}. `) ? [] : [`${FOLDER}/${name}: line 1 is not "# ${number}. Title"`]),
      ...(STATUS.test(status) ? [] : [`${FOLDER}/${name}: line 3 is not a date and a status`]),
      ...(/supersedes(?!.*\[\d{4}\])/.test(status) ? [`${FOLDER}/${name}: does not link what it supersedes`] : []),
      ...silent.map((other) => `${FOLDER}/${name}: supersedes ${other}, which does not link back`),
      ...unmarked.map((other) => `${FOLDER}/${name}: changes ${other}, which does not link back`),
    ];
  });
}
