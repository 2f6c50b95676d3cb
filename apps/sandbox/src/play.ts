import type { PostbackOutcome } from '@inaam/contracts/networks/networks';
import type { Spoken } from '@inaam/dialects/dialect';
import type { Step } from '@inaam/dialects/habits';
import { type AppAnswer, ask } from './postback.ts';

/** A call as a person or a script reads it. */
export const shown = ({ method, url, query, headers, body, contentType }: Spoken) => ({
  method,
  url: query === '' ? url : `${url}?${query}`,
  headers: { ...headers, ...(contentType !== null && { 'content-type': contentType }) },
  body,
});

/** @throws AppUnreachable when there is no answer in time. */
export function send(appOrigin: string, call: Spoken, from?: string): Promise<AppAnswer> {
  const { method, url, headers, body } = shown(call);
  return ask(appOrigin, url, {
    method,
    // Believed only where the app trusts the sandbox as its proxy.
    headers: { ...headers, ...(from !== undefined && { 'x-forwarded-for': from }) },
    ...(method === 'POST' && { body }),
  });
}

export interface Played {
  says: string;
  expects: PostbackOutcome;
  call: ReturnType<typeof shown>;
  /** What the app answered; equal answers once. */
  answers: (AppAnswer & { times: number })[];
  as_expected: boolean;
}

/** An outcome is not told in so many words: what its answers begin with is. A click that nobody gave may be a 404. */
function fits(outcome: PostbackOutcome, { status }: AppAnswer): boolean {
  const isSuccess = status >= 200 && status < 300;
  if (outcome === 'refused') return status >= 400 && status < 500;
  return isSuccess || (outcome === 'parked' && status === 404);
}

function together(answers: readonly AppAnswer[]): Played['answers'] {
  const groups = Map.groupBy(answers, (answer) => JSON.stringify(answer));
  return [...groups.values()].flatMap(([first, ...more]) => (first ? [{ ...first, times: more.length + 1 }] : []));
}

/** @throws AppUnreachable when there is no answer in time. */
export async function play(appOrigin: string, steps: readonly Step[]): Promise<Played[]> {
  const played: Played[] = [];
  for (const { says, postback, times, together: atOnce, from, expects } of steps) {
    const answers: AppAnswer[] = [];
    if (atOnce) {
      answers.push(...(await Promise.all(Array.from({ length: times }, () => send(appOrigin, postback, from)))));
    } else {
      for (let i = 0; i < times; i++) answers.push(await send(appOrigin, postback, from));
    }
    played.push({
      says,
      expects,
      call: shown(postback),
      answers: together(answers),
      as_expected: answers.every((answer) => fits(expects, answer)),
    });
  }
  return played;
}
