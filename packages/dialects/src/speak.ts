import { type Dialect, type Edits, type Field, parsed, type Spoken, type Target, type Telling } from './dialect.ts';
import { encodeValue, joined, signatureOf } from './sign.ts';

export interface Liberties {
  /** Changes that the network itself made, signed like the rest. */
  edits?: Edits;
  /** Changes that somebody made on the way: the signature is that of the genuine call. */
  tampered?: Edits;
  /** Left out: whatever shows who sent it. */
  unsigned?: boolean;
}

/**
 * The call by which a network tells something, signed as it signs.
 * @throws Error when the network has no words for it
 */
export function speak(dialect: Dialect, target: Target, telling: Telling, liberties: Liberties = {}): Spoken {
  const template = dialect.says[telling.kind];
  if (template === undefined) throw new Error(`${dialect.label} does not tell ${telling.kind}`);
  const { signing, paramsIn, encoding, method } = dialect;
  const genuine = changed(filled(parsed(template), telling), liberties.edits);
  const sent = changed(genuine, liberties.tampered);
  const inBody = paramsIn === 'body';
  const path = `${target.origin}/postback/${target.slug}`;
  const showsPath = signing.kind === 'path_secret' && !liberties.unsigned;
  const url = showsPath ? `${path}/${encodeURIComponent(target.secret)}` : path;
  const text = joined(encoding, genuine);
  const shown = signatureOf(signing, target.secret, {
    fields: genuine,
    encoding,
    url: target.signedUrl ?? url,
    query: inBody ? '' : text,
    body: inBody ? text : '',
  });

  const call: Spoken = {
    method,
    url,
    query: inBody ? '' : joined(encoding, sent),
    headers: {},
    body: inBody ? joined(encoding, sent) : '',
    contentType: inBody ? 'application/x-www-form-urlencoded' : null,
  };
  if (shown === null || liberties.unsigned || signing.kind === 'path_secret') return call;
  if (signing.in === 'header') return { ...call, headers: { [signing.name.toLowerCase()]: shown } };
  const own = `${encodeValue(encoding, signing.name)}=${encodeValue(encoding, shown)}`;
  const behind = (before: string) => (before === '' ? own : `${before}&${own}`);
  // A keyed digest over the body cannot be in it.
  return inBody && signing.kind !== 'hmac'
    ? { ...call, body: behind(call.body) }
    : { ...call, query: behind(call.query) };
}

const filled = (fields: readonly Field[], { clickId, transactionId, payout, goalId }: Telling): Field[] => {
  const values: Record<string, string> = {
    click_id: clickId,
    transaction_id: transactionId,
    payout,
    goal_id: goalId,
  };
  return fields.map(([name, value]) => [
    name,
    value.replace(/\{(click_id|transaction_id|payout|goal_id)\}/g, (_, key: string) => values[key] ?? ''),
  ]);
};

function changed(fields: readonly Field[], { drop = [], set = {}, twice = [] }: Edits = {}): Field[] {
  const kept = fields.filter(([name]) => !drop.includes(name));
  const there = kept.map(([name, value]): Field => [name, set[name] ?? value]);
  const added = Object.entries(set).filter(([name]) => !kept.some(([each]) => each === name));
  const again = twice.map((name): Field => [name, 'another']);
  return [...there, ...added, ...again];
}
