/**
 * The entry of every script in package.json. This file needs only Node and npm, and any version of Node can parse it:
 * nothing else is loaded before the version check.
 */
const OLDEST = 20;

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  console.error(`Node ${OLDEST} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}
import('./run/commands.mjs')
  .then(({ runCommand }) => runCommand(process.argv.slice(2)))
  .catch((error) => {
    // A refusal is one line for the person who ran the command. Any other error is a bug and keeps its stack.
    console.error(error.refusal ? error.message : error);
    process.exit(1);
  });
