import { scripts } from '../lean/schema.ts';
import { MANY_CONNECTIONS, requestFile } from '../load.ts';
import { COUNTED, insertCompletion, insertPostback, PREPARE, storeAndJudge } from '../product/completion.ts';
import { postbackPath } from '../product/fill.ts';
import type { Way } from '../rows.ts';
import type { Setting } from '../setting.ts';

export const postbackWays = (setting: Setting): Way[] => [
  {
    name: "bare insert of a postback, with the click's check",
    isBase: true,
    run: () => setting.script('bench_lean', { script: scripts.postback, variables: { clicks: setting.extent.ready } }),
  },
  {
    name: 'its rows in their own tables, with nothing decided',
    run: () => setting.script('bench_product', { script: insertPostback, variables: { base: 0 }, prepare: PREPARE }),
  },
  { name: 'postback over HTTP', run: () => sendPostbacks(setting) },
  { name: 'postback over HTTP, 64 callers', run: () => sendPostbacks(setting, MANY_CONNECTIONS) },
];

function sendPostbacks(setting: Setting, connections?: number) {
  const calls = setting.facts.clicks.map((click) => ({ method: 'GET' as const, path: postbackPath(click) }));
  const requests = requestFile(calls);
  return setting.requests(requests, { once: true, connections, check: COUNTED }).finally(requests.remove);
}

export const completionWays = (setting: Setting): Way[] => [
  {
    name: 'bare insert of a completion',
    isBase: true,
    run: () => setting.script('bench_lean', { script: scripts.completion }),
  },
  {
    name: 'completion with all that follows',
    run: () =>
      setting.script('bench_product', {
        script: storeAndJudge,
        variables: { base: 0 },
        prepare: PREPARE,
        check: COUNTED,
      }),
  },
];

/**
 * The same by the completion alone, without the call that reported it: what follows from it beside its insert, in one
 * table. The api lets the feed read what was inserted, and the run ends once it has read all.
 */
export const followedWays = (setting: Setting): Way[] => {
  const insert = { script: insertCompletion, variables: { base: 0 }, prepare: PREPARE };
  return [
    {
      name: 'insert of a completion into its own table',
      isBase: true,
      run: () => setting.script('bench_product', insert),
    },
    {
      name: 'the same, with figures, rows of lists and messages after it',
      run: () => setting.script('bench_product', { ...insert, followed: true, check: COUNTED }),
    },
  ];
};
