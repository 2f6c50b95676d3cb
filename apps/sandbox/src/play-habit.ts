import type { PostbackOutcome } from '@inaam/contracts/networks/networks';
import type { PostbackRequest, Step } from '@inaam/core/partners/dialects/dialects';
import { type AppAnswer, callApp } from './postback.ts';

/** Formats a postback for the sandbox's replies, with the query as part of the URL. */
export const formatRequest = ({ method, url, query, headers, body, contentType }: PostbackRequest) => ({
  method,
  url: query === '' ? url : `${url}?${query}`,
  headers: { ...headers, ...(contentType !== null && { 'content-type': contentType }) },
  body,
});

/** @throws AppUnreachable when the app does not reply in time */
export function send(appOrigin: string, postback: PostbackRequest, from?: string): Promise<AppAnswer> {
  const { method, url, headers, body } = formatRequest(postback);
  return callApp(appOrigin, url, {
    method,
    // The app trusts this header only if the sandbox is one of its trusted proxies.
    headers: { ...headers, ...(from !== undefined && { 'x-forwarded-for': from }) },
    ...(method === 'POST' && { body }),
  });
}

export interface StepResult {
  says: string;
  expects: PostbackOutcome;
  call: ReturnType<typeof formatRequest>;
  /** The app's replies. Equal replies are listed once, with their number. */
  answers: (AppAnswer & { times: number })[];
  as_expected: boolean;
}

/** Whether the status of a reply fits an outcome. A parked postback may also get 404, because its click is unknown. */
function matchesOutcome(outcome: PostbackOutcome, { status }: AppAnswer): boolean {
  const isSuccess = status >= 200 && status < 300;
  if (outcome === 'refused') return status >= 400 && status < 500;
  return isSuccess || (outcome === 'parked' && status === 404);
}

function groupAnswers(answers: readonly AppAnswer[]): StepResult['answers'] {
  const groups = Map.groupBy(answers, (answer) => JSON.stringify(answer));
  return [...groups.values()].flatMap(([first, ...more]) => (first ? [{ ...first, times: more.length + 1 }] : []));
}

/** @throws AppUnreachable when the app does not reply in time */
export async function playSteps(appOrigin: string, steps: readonly Step[]): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const { title, postback, times, together: atOnce, from, expects } of steps) {
    const answers: AppAnswer[] = [];
    if (atOnce) {
      answers.push(...(await Promise.all(Array.from({ length: times }, () => send(appOrigin, postback, from)))));
    } else {
      for (let i = 0; i < times; i++) answers.push(await send(appOrigin, postback, from));
    }
    results.push({
      says: title,
      expects,
      call: formatRequest(postback),
      answers: groupAnswers(answers),
      as_expected: answers.every((answer) => matchesOutcome(expects, answer)),
    });
  }
  return results;
}
