import { useState } from 'react';
import { trpc } from './data.tsx';
import { getPushSupport, subscribeToPush, unsubscribeFromPush } from './push.ts';

/** Push state of this browser, and the actions to change it. */
export function usePush() {
  const utils = trpc.useUtils();
  const { data } = trpc.user.messages.push.useQuery(undefined, { staleTime: 60_000 });
  const subscribe = trpc.user.messages.subscribe.useMutation();
  const unsubscribe = trpc.user.messages.unsubscribe.useMutation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [ability, setAbility] = useState(getPushSupport);
  const run = (work: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(undefined);
    void work()
      .catch((error: unknown) => setFailure(error ?? true))
      .then(() => utils.user.messages.push.invalidate())
      .finally(() => {
        setAbility(getPushSupport());
        setBusy(false);
      });
  };
  return {
    /** undefined while unknown, and if push is not configured. */
    state: data?.public_key ? data : undefined,
    ability,
    busy,
    failure,
    turnOn: () =>
      run(async () => {
        const subscription = await subscribeToPush(data?.public_key ?? '');
        if (subscription) await subscribe.mutateAsync(subscription);
      }),
    turnOff: () =>
      run(async () => {
        await unsubscribe.mutateAsync();
        await unsubscribeFromPush();
      }),
  };
}
