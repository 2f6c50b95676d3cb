import type { Channel, MessageChoices } from '@inaam/contracts/messages/messages';
import { Button } from '@inaam/ui/button';
import { Card } from '@inaam/ui/card';
import { cx } from '@inaam/ui/cx';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { Bell, Check, Mail, Smartphone } from 'lucide-react';
import { trpc } from '../../app/data.tsx';
import { getErrorMessage } from '../../app/errors.ts';
import { LoadFailed } from '../../app/load-failed.tsx';
import { usePush } from '../../app/use-push.ts';
import { messages as words } from '../../words/words.ts';

const channels: readonly Channel[] = ['mail', 'push', 'app'];
const columns = {
  mail: { label: 'byMail', Icon: Mail },
  push: { label: 'byPush', Icon: Smartphone },
  app: { label: 'byBell', Icon: Bell },
} as const;

/** On a narrow screen, or with doubled text size, the name of a kind has its own line above the checkboxes. */
const rowClass = 'max-xs:relative max-xs:grid max-xs:grid-cols-3 max-xs:items-center';

/** The translated name of a kind. A kind that this version of the app does not know has the server's name. */
const kindName = (kind: string, given: string): string =>
  (words as unknown as Partial<Record<string, string>>)[kind] ?? given;

/**
 * Notification choices by kind and channel. Messages about security and won vouchers are always sent by mail and bell.
 */
export function NotificationPreferences() {
  const utils = trpc.useUtils();
  const query = trpc.user.messages.choices.useQuery();
  const { data, error } = query;
  const choose = trpc.user.messages.choose.useMutation({
    onMutate: ({ kind, channel, is_enabled }) =>
      utils.user.messages.choices.setData(undefined, (old) => old && withChoice(old, kind, channel, is_enabled)),
    onError: () => utils.user.messages.choices.invalidate(),
    onSuccess: () => utils.user.messages.bell.invalidate(),
  });
  return (
    <div className="grid grid-cols-1 gap-4">
      <ThisDevice />
      {!data && !error && (
        <Loading label={words.loading}>
          <Skeleton className="h-72 rounded-card" />
        </Loading>
      )}
      {!data && error && (
        <LoadFailed title={words.choicesFailedTitle} query={query}>
          {getErrorMessage(error, words.failedHint)}
        </LoadFailed>
      )}
      {data && (
        <Card className="grid gap-2">
          <p className="text-sm text-muted">{data.mail ? words.choicesHow : words.noMail}</p>
          <table className="w-full">
            <thead>
              <tr className={rowClass}>
                <th scope="col" className="text-left max-xs:absolute">
                  <span className="sr-only">{words.what}</span>
                </th>
                {channels.map((channel) => {
                  const { label, Icon } = columns[channel];
                  return (
                    <th
                      key={channel}
                      scope="col"
                      className="w-14 pb-1 text-xs font-normal text-muted max-xs:w-auto sm:w-20"
                    >
                      <Icon aria-hidden className="mx-auto mb-0.5 size-5" />
                      {words[label]}
                    </th>
                  );
                })}
              </tr>
            </thead>
            <tbody>
              {data.choices.map(({ kind, words: what, channels: states }) => (
                <tr key={kind} className={cx(rowClass, 'border-t border-line')}>
                  <th scope="row" className="py-1 pr-2 text-left text-control font-normal max-xs:col-span-full">
                    {kindName(kind, what)}
                  </th>
                  {channels.map((channel) => (
                    <td key={channel} className="text-center">
                      <PreferenceRow
                        state={states[channel]}
                        label={words[states[channel] === 'always' ? 'alwaysBy' : 'choiceBy']({
                          what: kindName(kind, what),
                          channel: words[columns[channel].label],
                        })}
                        onChoose={(wanted) => choose.mutate({ kind, channel, is_enabled: wanted })}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
      {choose.error && (
        <p role="alert" className="text-sm font-semibold text-bad">
          {getErrorMessage(choose.error, words.chooseFailed)}
        </p>
      )}
    </div>
  );
}

function PreferenceRow({
  state,
  label,
  onChoose,
}: {
  state: MessageChoices['choices'][number]['channels'][Channel];
  label: string;
  onChoose: (wanted: boolean) => void;
}) {
  if (state === 'none') {
    return (
      <span className="text-muted">
        <span aria-hidden>–</span>
        <span className="sr-only">{words.notHere}</span>
      </span>
    );
  }
  if (state === 'always') {
    return (
      <span className="grid min-h-control place-items-center">
        <Check aria-hidden className="size-5 text-muted" />
        <span className="sr-only">{label}</span>
      </span>
    );
  }
  return (
    <label className="grid min-h-control cursor-pointer place-items-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        className="tick-box"
        checked={state === 'on'}
        onChange={(event) => onChoose(event.target.checked)}
      />
    </label>
  );
}

const withChoice = (old: MessageChoices, kind: string, channel: Channel, wanted: boolean): MessageChoices => ({
  ...old,
  choices: old.choices.map((each) =>
    each.kind === kind ? { ...each, channels: { ...each.channels, [channel]: wanted ? 'on' : 'off' } } : each,
  ),
});

/** Push on this browser. */
function ThisDevice() {
  const { state, ability, busy, failure, turnOn, turnOff } = usePush();
  if (!state) return null;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 grow basis-48">
        <h2 className="text-base">{words.thisDevice}</h2>
        <p className="text-sm text-muted">
          {ability === 'missing'
            ? words.pushMissing
            : ability === 'refused'
              ? words.pushRefused
              : state.subscribed
                ? words.pushIsOn
                : words.pushIsOff}
        </p>
        {failure !== undefined && (
          <p role="alert" className="text-sm font-semibold text-bad">
            {getErrorMessage(failure, words.pushFailed)}
          </p>
        )}
      </div>
      {ability === 'possible' && (
        <Button
          variant={state.subscribed ? 'secondary' : 'primary'}
          busy={busy}
          busyLabel={words.oneMoment}
          onClick={state.subscribed ? turnOff : turnOn}
        >
          {state.subscribed ? words.turnOff : words.turnOn}
        </Button>
      )}
    </Card>
  );
}
