import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** An action of the open page, offered in the command palette. */
export interface PageAction {
  id: string;
  label: string;
  hint: string;
  run: () => void;
}

let shown: readonly PageAction[] = [];
const listeners = new Set<() => void>();
const publish = (actions: readonly PageAction[]) => {
  shown = actions;
  for (const listener of listeners) listener();
};

/**
 * Offers actions in the palette while the page is open. A new label or hint registers the actions again. `run` may
 * differ in each rendering.
 */
export function usePageActions(actions: readonly PageAction[]): void {
  const run = useEffectEvent((id: string) => actions.find((each) => each.id === id)?.run());
  const key = JSON.stringify(actions.map(({ id, label, hint }) => ({ id, label, hint })));
  useEffect(() => {
    const pageActions = (JSON.parse(key) as Omit<PageAction, 'run'>[]).map((each) => ({
      ...each,
      run: () => run(each.id),
    }));
    publish([...shown, ...pageActions]);
    return () => publish(shown.filter((each) => !pageActions.includes(each)));
  }, [key]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useShownActions = (): readonly PageAction[] => useSyncExternalStore(subscribe, () => shown);
