import type { ComponentType } from 'react';
import { actions } from './actions.tsx';
import { fields } from './fields.tsx';
import { figures } from './figures.tsx';
import { lists } from './lists.tsx';
import { messages } from './messages.tsx';
import { overlays } from './overlays.tsx';

/** Entries by the name of the component's file in `src`. catalogue.test.tsx fails if a component has no entry. */
export const entries: Record<string, ComponentType> = {
  ...actions,
  ...fields,
  ...figures,
  ...messages,
  ...lists,
  ...overlays,
};
