import { format } from 'node:util';
import { afterEach } from 'vitest';

const KEY_WARNING = /unique "key" prop|two children with the same key/;
const warnings: string[] = [];

// React reports each component only once, so only the first test that renders the component fails. `console.error` is
// replaced without a spy, because tests restore spies.
const log = console.error;
console.error = (...args: unknown[]) => {
  const text = format(...args);
  if (KEY_WARNING.test(text)) warnings.push(text);
  else log(...args);
};

afterEach(() => {
  const [first] = warnings.splice(0);
  if (first !== undefined) throw new Error(first);
});
