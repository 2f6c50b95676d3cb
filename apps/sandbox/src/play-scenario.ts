import type { PostbackOutcome } from '@inaam/contracts/networks/networks';
import type { PostbackRequest, Step } from '@inaam/core/partners/dialects/dialects';
import { type AppAnswer, ask } from './postback.ts';

/** A postback as a person or a script reads it. */
export const asText = ({ method, url, query, headers, body, contentType }: PostbackRequest) => ({
  method,
  url: query === '' ? url : `${url}?${query}`,
  headers: { ...headers, ...(contentType !== null && { 'content-type': contentType }) },
  body,
});

/** @throws AppUnreachable when there is no answer in time. */
export function send(appOrigin: string, postback: PostbackRequest, from?: string): Promise<AppAnswer> {
  const { method, url, headers, body } = asText(postback);
  return ask(appOrigin, url, {
    method,
    // The app believes this only where it trusts the sandbox as its proxy.
    headers: { ...headers, ...(from !== undefined && { 'x-forwarded-for': from }) },
    ...(method === 'POST' && { body }),
  });
}

export interface ScenarioResult {
  says: string;
  expects: PostbackOutcome;
  call: ReturnType<typeof asText>;
  /** What the app answered; equal answers are listed once, with their count. */
  answers: (AppAnswer & { times: number })[];
  as_expected: boolean;
}

/** Does an answer fit an outcome? Only the class of the HTTP status can be compared. An unknown click may be a 404. */
function fits(outcome: PostbackOutcome, { status }: AppAnswer): boolean {
  const isSuccess = status >= 200 && status < 300;
  if (outcome === 'refused') return status >= 400 && status < 500;
  return isSuccess || (outcome === 'parked' && status === 404);
}

function together(answers: readonly AppAnswer[]): ScenarioResult['answers'] {
  const groups = Map.groupBy(answers, (answer) => JSON.stringify(answer));
  return [...groups.values()].flatMap(([first, ...more]) => (first ? [{ ...first, times: more.length + 1 }] : []));
}

/** @throws AppUnreachable when there is no answer in time. */
export async function playScenario(appOrigin: string, steps: readonly Step[]): Promise<ScenarioResult[]> {
  const played: ScenarioResult[] = [];
  for (const { title, postback, times, together: atOnce, from, expects } of steps) {
    const answers: AppAnswer[] = [];
    if (atOnce) {
      answers.push(...(await Promise.all(Array.from({ length: times }, () => send(appOrigin, postback, from)))));
    } else {
      for (let i = 0; i < times; i++) answers.push(await send(appOrigin, postback, from));
    }
    played.push({
      says: title,
      expects,
      call: asText(postback),
      answers: together(answers),
      as_expected: answers.every((answer) => fits(expects, answer)),
    });
  }
  return played;
}
